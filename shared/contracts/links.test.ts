import { afterEach, expect, test, vi } from 'vitest';
import { followLinks } from './links.ts';

class Link {
  href = 'https://example.com/about';
  origin = 'https://example.com';
  pathname = '/about';
  search = '';
  hash = '';
  isContentEditable = false;
  closest = () => this;
  matches = () => false;
}

afterEach(() => vi.unstubAllGlobals());

/** A page with one link. @returns what happens to it, and whether the router follows the link */
function page() {
  const target = new EventTarget();
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target));
  vi.stubGlobal('location', { href: 'https://example.com/', origin: 'https://example.com' });
  vi.stubGlobal('Element', Link);
  const navigate = vi.fn();
  followLinks({ navigate }, (pathname) => pathname);
  const happens = (type: string, more: object = {}) =>
    target.dispatchEvent(
      Object.defineProperties(new Event(type, { cancelable: true }), Object.getOwnPropertyDescriptors(more)),
    );
  const isFollowed = () => {
    navigate.mockClear();
    happens('click', { target: new Link(), button: 0 });
    return navigate.mock.calls.length > 0;
  };
  return { happens, isFollowed };
}

test("links are the browser's while it sends a form itself, until its visitor comes back to the page", () => {
  const { happens, isFollowed } = page();
  expect(isFollowed()).toBe(true);
  happens('submit');
  expect(isFollowed()).toBe(false);
  happens('pageshow', { persisted: true });
  expect(isFollowed()).toBe(true);
});

test('a form that a script sends leaves links to the router', () => {
  const { happens, isFollowed } = page();
  happens('submit', { defaultPrevented: true });
  expect(isFollowed()).toBe(true);
});
