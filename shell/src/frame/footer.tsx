import { styled } from 'styled-components';
import { footerColumns } from 'shared/content/footer-links';
import { useCompany } from 'shared/contracts/shell';
import { WORDMARK_ID, type ClothSpec } from 'shared/theme/cloth/weave';
import { WORDMARK } from 'shared/theme/wordmark';
import { Cloth, ClothBox, drawnThreads } from 'shared/ui/cloth';
import { MailIcon, PhoneIcon } from 'shared/ui/icons';
import { Container } from 'shared/ui/layout';
import { Newsletter } from './newsletter.tsx';
import { SocialLinks } from './social-links.tsx';

/* Without ink: on the footer's ink such threads would look like gaps. */
const fringe: ClothSpec = { sett: 'banner', width: 2880, height: 44, thread: 6, fringe: 26 };

/** The wordmark at the container's full width, in threads of 6 px; its box scales with the page. */
const WORD_THREADS = 216;
const scale = WORD_THREADS / WORDMARK.box.width;
const wordmark: ClothSpec = {
  sett: 'banner',
  width: 1296,
  height: 295,
  thread: 6,
  clip: {
    id: WORDMARK_ID,
    transform: `scale(${scale.toFixed(5)}) translate(${-WORDMARK.box.left} ${-WORDMARK.box.top})`,
  },
};

/** The page's loose threads, standing on the footer. They have the ground of whatever comes last on the page. */
const Fringe = styled(ClothBox)`
  height: 44px;
  background: var(--ground);

  /* It grows with a window that is wider. */
  svg { min-width: 100%; height: auto; scale: 1 -1; }
  main:has(> [data-boundary] > [data-ground='sunken']:last-child) + * * > & { --ground: var(--sunken); }
  main:has(> [data-boundary] > [data-ground='tint']:last-child) + * * > & { --ground: var(--tint); }
  main:has(> [data-boundary] > [data-ground='band']:last-child) + * * > & { --ground: var(--band); }
`;

const Band = styled.footer`
  --ground: var(--band);
  padding-top: clamp(48px, 6vw, 88px);
  overflow: hidden;
  background: var(--band);
  color: var(--on-band);

  a { color: var(--on-band-2); text-decoration: none; }
  a:hover { color: var(--on-band); text-decoration: underline; }
  :focus-visible { outline-color: var(--focus-on-band); }
`;

const Top = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);
  padding-bottom: clamp(40px, 5vw, 72px);

  @media (min-width: 1200px) { grid-template-columns: 5fr 7fr; }
`;

const Contacts = styled.div`
  align-content: start;

  address { display: flex; flex-flow: wrap; gap: 8px 28px; margin-top: 28px; font-style: normal; }
  address a {
    display: inline-flex;
    gap: 10px;
    align-items: center;
    min-height: var(--target);
    color: var(--on-band);
    overflow-wrap: anywhere;
  }
`;

const Columns = styled.div`
  h2, summary { color: var(--on-band); font: 600 1rem / 1.4 var(--f-text); letter-spacing: 0; }
  h2 { display: none; margin-bottom: 8px; }
  a {
    display: inline-flex;
    align-items: center;
    min-width: var(--target);
    min-height: var(--target);
    font-size: 1rem;
    line-height: 1.3;
  }
  nav { border-top: 1px solid var(--band-line); }
  ul { padding-bottom: 12px; }
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 52px;
    cursor: pointer;
  }
  summary::-webkit-details-marker { display: none; }
  summary::after { content: '+' / ''; font: 700 1.75rem / 1 var(--f-display); }
  [open] > summary::after { content: '-' / ''; }

  @media (min-width: 768px) {
    display: grid;
    grid-template-columns: repeat(4, 1fr);
    gap: 36px var(--gap);
    nav { border: 0; }

    /* With room for all lists, none is folded. Browsers that cannot unfold them in CSS keep the summaries. */
    @supports selector(::details-content) {
      h2 { display: block; }
      summary { display: none; }
      details::details-content { content-visibility: visible; }
    }
  }
`;

const End = styled.div`
  display: flex;
  flex-flow: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px 28px;
  padding: 22px 0;
  border-top: 1px solid var(--band-line);
  color: var(--on-band-2);
  font-size: var(--t-small);
`;

const Word = styled(Container)`
  forced-color-adjust: none;

  svg { width: 100%; height: auto; margin-bottom: -3.2%; ${drawnThreads} }
`;

/** The end of every page. The browser keeps what the server rendered; see footer-place.tsx. */
export function Footer() {
  const { name, phone, email, copyrightYear } = useCompany();
  return (
    <>
      <Fringe>
        <Cloth spec={fringe} />
      </Fringe>
      <Band>
        <Container>
          <Top>
            <Contacts>
              <div data-newsletter="">
                <Newsletter />
              </div>
              <address>
                <a href={phone.href}>
                  <PhoneIcon />
                  {phone.display}
                </a>
                <a href={email.href}>
                  <MailIcon />
                  {email.display}
                </a>
              </address>
            </Contacts>
            <Columns>
              {footerColumns.map(({ title, links }) => (
                <nav key={title} aria-label={title}>
                  <h2>{title}</h2>
                  <details>
                    <summary>{title}</summary>
                    <ul>
                      {links.map(({ label, to }) => (
                        <li key={label}>
                          <a href={to}>{label}</a>
                        </li>
                      ))}
                    </ul>
                  </details>
                </nav>
              ))}
            </Columns>
          </Top>
          <End>
            <p>
              © {copyrightYear} {name}
            </p>
            <SocialLinks />
          </End>
        </Container>
        <Word>
          <Cloth spec={wordmark} />
        </Word>
      </Band>
    </>
  );
}
