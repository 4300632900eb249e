import { styled } from 'styled-components';

const Nav = styled.nav`
  ol { display: flex; flex-wrap: wrap; gap: 8px; }
  a {
    display: grid;
    place-items: center;
    min-width: 48px;
    min-height: 48px;
    padding: 0 10px;
    border: 1.5px solid var(--line-strong);
    border-radius: var(--r-control);
    font-weight: 600;
    text-decoration: none;
  }
  a:hover { border-color: currentColor; }
  [aria-current] { border-color: var(--action); background: var(--action); color: var(--on-action); }

  @media (forced-colors: active) { [aria-current] { outline: 3px solid; } }
`;

interface PaginationProps {
  /** Names the navigation for assistive technology. */
  label: string;
  /** Number of pages. */
  count: number;
  /** From 1. */
  current: number;
  /** Address of a page. */
  to: (page: number) => string;
}

/** Links to all pages of a list. */
export function Pagination({ label, count, current, to }: PaginationProps) {
  return (
    <Nav aria-label={label}>
      <ol>
        {Array.from({ length: count }, (_, index) => index + 1).map((page) => (
          <li key={page}>
            <a href={to(page)} aria-label={`Page ${page}`} aria-current={page === current ? 'page' : undefined}>
              {page}
            </a>
          </li>
        ))}
      </ol>
    </Nav>
  );
}
