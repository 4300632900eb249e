import { css, styled } from 'styled-components';

/** The page's column. */
export const Container = styled.div`
  width: min(100% - 2 * var(--gutter), var(--container));
  margin-inline: auto;
`;

export type Ground = 'sunken' | 'tint' | 'band';

const grounds = {
  sunken: css`background: var(--sunken); --ground: var(--sunken);`,
  tint: css`background: var(--tint); --ground: var(--tint);`,
  band: css`
    background: var(--band);
    --ground: var(--band);
    color: var(--on-band);
    :focus-visible { outline-color: var(--focus-on-band); }
  `,
};

/** What all sections have in common, in its own class, so that a page has these rules only once. */
const Band = styled.section`
  padding-block: var(--s-section);

  /* A link to a section puts its top right below the compact header; the page's own scroll padding is 96 px. */
  &[id] { scroll-margin-top: calc(var(--header-compact) - 96px); }
`;

const SectionBox = styled(Band)<{ $ground?: Ground }>`
  ${({ $ground }) => $ground && grounds[$ground]}
`;

/**
 * A band of the page across its whole width. On another ground the variable `--ground` follows, so that cuts and
 * fringes match what is behind them; `data-ground` lets the footer's fringe do the same.
 */
export function Section({ ground, ...rest }: React.ComponentProps<'section'> & { ground?: Ground }) {
  return <SectionBox {...rest} $ground={ground} data-ground={ground} />;
}

/** The space of a page's heading. */
export const PageHeading = styled(Container)`
  padding-block: clamp(36px, 5vw, 76px) clamp(28px, 3.6vw, 52px);

  h1 { max-width: 16ch; }
  h1 + p { margin-top: 18px; }
`;

/** The last block of a page that ends on the page's own ground. */
export const PageBody = styled(Container)`
  padding-bottom: var(--s-section);
`;

/** A section's columns: its heading and its lead text, which begins at the same column in every section. */
export const leadColumns = 'minmax(0, 7fr) minmax(0, 5fr)';

/** A section's heading, and what is across from it: a line of text, a link, buttons. */
export const SectionHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  justify-content: space-between;
  gap: 16px 32px;
  margin-bottom: clamp(28px, 3.4vw, 52px);

  p { max-width: 44ch; color: var(--text-2); }

  @media (max-width: 1023.98px) {
    &:has(> p) { display: block; }
    h2 + p { margin-top: 16px; }
  }
  @media (min-width: 1024px) {
    &:has(> p) { display: grid; grid-template-columns: ${leadColumns}; gap: var(--gap); }
  }
`;

export const Lead = styled.p`
  max-width: 46ch;
  color: var(--text-2);
  font-size: var(--t-lead);
  line-height: 1.5;
  letter-spacing: -.004em;
`;

/** A framed surface: forms and such. */
export const Panel = styled.div`
  --ground: var(--surface);
  padding: clamp(22px, 3.4vw, 48px);
  border: 1px solid var(--line);
  border-radius: var(--r-panel);
  background: var(--surface);
`;
