/** A release up to contract 4 is rendered with React Router's links on the server and hydrated with these. */
import { renderToString } from 'react-dom/server';
import * as reactRouter from 'react-router-dom';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import * as olderLinks from './older-links.tsx';

type Links = Pick<typeof olderLinks, 'Link' | 'NavLink'>;

/** The element on a page at `/blog/new`, with its attributes in the order of the alphabet. */
const rendered = (element: React.ReactElement): string =>
  renderToString(
    <RouterProvider router={createMemoryRouter([{ path: '*', element }], { initialEntries: ['/blog/new?page=2'] })} />,
  ).replaceAll(/<a ([^>]*)>/g, (_, attributes: string) => {
    const all = attributes.match(/[\w-]+="[^"]*"/g) ?? [];
    const kept = all.filter((attribute) => !attribute.startsWith('data-discover'));
    return `<a ${kept.toSorted().join(' ')}>`;
  });

test.each<[string, (links: Links) => React.ReactElement]>([
  ['a link', ({ Link }) => <Link to="/faq">Questions</Link>],
  [
    'attributes',
    ({ Link }) => (
      <Link to="/faq#first" className="a" rel="next" target="_blank" aria-label="Next">
        Questions
      </Link>
    ),
  ],
  [
    'parts of a URL, and wishes for the router',
    ({ Link }) => (
      <Link
        to={{ pathname: '/faq', search: '?a=1', hash: '#b' }}
        replace
        state={{ a: 1 }}
        prefetch="none"
        viewTransition
      >
        Questions
      </Link>
    ),
  ],
  ['the page that is shown', ({ NavLink }) => <NavLink to="/blog/new">New</NavLink>],
  [
    'a page above it',
    ({ NavLink }) => (
      <NavLink to="/Blog" className="a" aria-current="true">
        Blog
      </NavLink>
    ),
  ],
  [
    'a page above it, at its end',
    ({ NavLink }) => (
      <NavLink to="/blog" className="a" end>
        Blog
      </NavLink>
    ),
  ],
  [
    'a look that depends',
    ({ NavLink }) => (
      <NavLink to="/blog/new?page=3" className={({ isActive }) => (isActive ? 'here' : 'there')}>
        {({ isActive }) => <b>{String(isActive)}</b>}
      </NavLink>
    ),
  ],
  ['a page above it, with a slash at its end', ({ NavLink }) => <NavLink to="/blog/">Blog</NavLink>],
  ['another page', ({ NavLink }) => <NavLink to="/blog/newer">Newer</NavLink>],
  ['the home page', ({ NavLink }) => <NavLink to="/">Home</NavLink>],
])('the same HTML for %s', (_what, element) => {
  expect(rendered(element(olderLinks))).toBe(rendered(element(reactRouter as unknown as Links)));
});
