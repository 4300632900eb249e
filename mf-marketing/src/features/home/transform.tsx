import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { drawingId } from 'shared/theme/cloth/swatches';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Container, Lead, leadColumns, Section } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { Reveal } from 'shared/ui/reveal';

const Head = styled(Reveal)`
  display: grid;
  gap: 24px;

  > div { display: grid; gap: 22px; justify-items: start; }

  @media (min-width: 1024px) {
    grid-template-columns: ${leadColumns};
    gap: var(--gap);
    align-items: start;
    h2 { max-width: 9ch; font-size: clamp(3rem, 5.2vw, 5rem); line-height: .98; }
    > div { padding-top: 10px; }
  }
`;

const size = { width: 1296, height: 252, thread: 6, fringe: 24 } as const;
const ROWS = (size.height - size.fringe) / size.thread;
/** The column up to which all weft threads are loose, and the one beyond which none is. */
const LOOSE = [12, 90] as const;
/** The browser's column; the narrow crop begins a little before it. */
const BROWSER = 96;

/** From the left, rows of loose weft that end unevenly; then cloth with a browser and a phone cut out of it. */
const strip: ClothSpec = {
  sett: 'nightferry',
  ...size,
  // The frieze has already put the outlines into the page.
  drawn: [
    { id: drawingId('web'), x: BROWSER, y: 2 },
    { id: drawingId('mobile'), x: BROWSER + 68, y: 0 },
  ],
  open: looseThreads(),
};

/** The page shows between loose threads: two rows of three are open up to where they are held, the third is whole. */
function looseThreads(): string {
  const [from, to] = LOOSE;
  const rows = Array.from({ length: ROWS }, (_, row) =>
    row % 3 === 1 ? 'm0 1' : `h${from + Math.round(((row * 37) % 17) * ((to - from) / 17))}v1H0`,
  );
  return `M0 0${rows.join('')}`;
}

const Whole = styled.span`
  white-space: nowrap;
`;

const Strip = styled(ClothBox)`
  height: ${size.height}px;
  margin-top: clamp(32px, 4vw, 60px);

  && > svg { justify-self: start; }
  @media (max-width: 899.98px) { && > svg { margin-left: ${-(BROWSER * size.thread - 84)}px; } }
`;

export function Transform() {
  return (
    <Section>
      <Container>
        <Head>
          <h2>We Transform Your Idea</h2>
          <div>
            <Lead>
              An idea arrives as loose threads. We put them in order, build the first version with you, then take out
              whatever the product can do without. Small projects take <Whole>4-6 weeks</Whole>.
            </Lead>
            <MoreLink href={href(paths.about)}>About Us</MoreLink>
          </div>
        </Head>
        <Strip>
          <Cloth spec={strip} />
        </Strip>
      </Container>
    </Section>
  );
}
