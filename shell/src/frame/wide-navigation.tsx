import { styled } from 'styled-components';
import { currentMark, headerLinks } from 'shared/content/navigation';
import { usePagePath } from './page-path.ts';

const Wide = styled.nav`
  display: none;
  min-width: 0;
  margin: auto;

  ul { display: flex; flex-flow: wrap; }

  /* Longer words, as those of a translation, need a second row: both fit into the header. */
  li { margin: -3px 0; }
  a {
    display: grid;
    place-content: center;
    min-height: var(--target);
    padding: 0 16px;
    font-size: 16px;
    font-weight: 550;
    text-decoration: none;
    white-space: nowrap;
  }
  a span { position: relative; padding: 6px 0; }
  a span::after {
    content: '';
    position: absolute;
    inset: auto 0 0;
    height: 4px;
    background: var(--check) 0 / 4px 4px;
    clip-path: inset(0 100% 0 0);
    transition: clip-path 260ms var(--ease);
    forced-color-adjust: none;
  }
  a:hover span::after, a[aria-current] span::after { clip-path: inset(0); }

  @media (min-width: 1024px) { display: block; }
`;

/** The row of links on wide screens; the visitor's section is marked with the selvedge. */
export function WideNavigation() {
  const path = usePagePath();
  return (
    <Wide aria-label="Main">
      <ul>
        {headerLinks.map((link) => (
          <li key={link.label}>
            <a href={link.to} aria-current={currentMark(link, path)}>
              <span>{link.label}</span>
            </a>
          </li>
        ))}
      </ul>
    </Wide>
  );
}
