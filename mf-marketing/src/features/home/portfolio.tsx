import { useState } from 'react';
import { styled } from 'styled-components';
import { storefront } from 'shared/theme/cloth/service-drawings';
import { centred, type ClothSpec, type SettName } from 'shared/theme/cloth/weave';
import { Button } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Dialog } from 'shared/ui/dialog';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { Reveal } from 'shared/ui/reveal';
import { cases } from '../../content/home.ts';

const Cards = styled.div`
  display: grid;
  gap: 28px var(--gap);

  @media (min-width: 768px) { grid-template-columns: repeat(3, 1fr); }
`;

const Card = styled(Reveal)`
  display: flex;
  flex-direction: column;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-card);
  background: var(--surface);
`;

const Words = styled.div`
  display: grid;
  gap: 8px;
  justify-items: start;
  padding: 22px 22px 24px;

  p { margin-bottom: 10px; color: var(--text-2); }
  [data-story] { display: none; }

  /* Without script there is no dialog: the story stands on the card. */
  @media (scripting: none) {
    [data-story] { display: block; }
    button { display: none; }
  }
`;

const Cover = styled(ClothBox)`
  height: clamp(250px, 22vw, 316px);
`;

const plain: Omit<ClothSpec, 'sett'> = { width: 648, height: 318, thread: 6 };
const cut = centred(storefront(), { sett: 'harmattan', ...plain });
const covers = new Map(cases.map(({ sett }): [SettName, ClothSpec] => [sett, { sett, cut, ...plain }]));

/** Three cases in three colourways; Preview tells the story of one. */
export function Portfolio() {
  const [shown, setShown] = useState<(typeof cases)[number]>();
  const [open, setOpen] = useState(false);
  return (
    <Section>
      <Container>
        <SectionHead as={Reveal}>
          <h2>Portfolio</h2>
          <p>A preview of recent work.</p>
        </SectionHead>
        <Cards>
          {cases.map((one) => (
            <Card key={one.id}>
              <Cover $middle>
                <Cloth spec={covers.get(one.sett)!} />
              </Cover>
              <Words>
                <h3 id={one.id}>{one.title}</h3>
                <p>{one.line}</p>
                <p data-story="">{one.story}</p>
                <Button
                  type="button"
                  $kind="secondary"
                  $small
                  aria-haspopup="dialog"
                  onClick={() => {
                    setShown(one);
                    setOpen(true);
                  }}
                >
                  Preview
                </Button>
              </Words>
            </Card>
          ))}
        </Cards>
        <Dialog open={open} onClose={() => setOpen(false)} title={shown?.title ?? 'Preview'}>
          {shown && (
            <>
              <Cover $middle>
                <Cloth spec={covers.get(shown.sett)!} />
              </Cover>
              <p>{shown.story}</p>
            </>
          )}
        </Dialog>
      </Container>
    </Section>
  );
}
