import { styled } from 'styled-components';
import { ChevronIcon } from 'shared/ui/icons';
import type { LegalText } from '../../content/legal/format.ts';

const Nav = styled.nav`
  ol { border-left: 2px solid var(--line); }
  a {
    display: flex;
    align-items: center;
    min-height: var(--target);
    margin-left: -2px;
    padding: 6px 0 6px 16px;
    border-left: 2px solid transparent;
    color: var(--text-2);
    font-size: 1rem;
    line-height: 1.35;
    text-decoration: none;
  }
  a:hover { color: var(--text); }
  [aria-current] { border-color: var(--th-madder); color: var(--text); font-weight: 600; }

  @media print { display: none; }
`;

const Beside = styled.div`
  display: none;

  @media (min-width: 1024px) {
    position: sticky;
    top: 104px;
    display: block;
    max-height: calc(100vh - 130px);
    overflow: auto;
  }
  p { margin-bottom: 10px; font-weight: 600; }
`;

const Above = styled.details`
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: var(--control);
    padding: 0 16px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-control);
    font-weight: 600;
    list-style: none;
    cursor: pointer;
  }
  summary::-webkit-details-marker { display: none; }
  &[open] summary { margin-bottom: 10px; }
  &[open] svg { transform: rotate(180deg); }

  @media (min-width: 1024px) { display: none; }
`;

/** The page's contents: beside the text where there is room, otherwise folded above it. Works without script, too. */
export function Contents({ sections, current }: { sections: LegalText['sections']; current: string | undefined }) {
  const list = (
    <ol>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
            {heading}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <Nav aria-label="On this page">
      <Beside>
        <p>On this page</p>
        {list}
      </Beside>
      <Above>
        <summary>
          On this page
          <ChevronIcon />
        </summary>
        {list}
      </Above>
    </Nav>
  );
}
