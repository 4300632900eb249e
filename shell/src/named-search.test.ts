import { expect, test } from 'vitest';
import { withNamedSearch } from './named-search.ts';

const page = (search: string): URL => new URL(`http://site.example/page${search}`);
const handles = [undefined, { search: ['q'] }];

/** A loader, and a component that reads once more. */
const reading = (search: string, ...names: string[]) =>
  async function reads(): Promise<string> {
    const url = page(search);
    await Promise.resolve();
    names.forEach((name) => url.searchParams.get(name));
    return names.map((name) => String(new URLSearchParams(search).has(name))).join();
  };

test('a page that reads what its route names is made', async () => {
  await expect(withNamedSearch(page('?q=a+b'), handles, reading('?q=a%20b', 'q', 'index'))).resolves.toBe('true,false');
});

test.each([['?x=1&q=2'], ['?q=2']])('a parameter that no route names is reported: %s', async (search) => {
  await expect(withNamedSearch(page(search), handles, reading(search, 'q', 'x'))).rejects.toThrow(
    "/page reads 'x' of the query string, which its route does not name. " +
      "Add it to the route's handle: search: ['q', 'x'].",
  );
});

test('queries of others, and pages that are never kept, are nobody\u2019s business', async () => {
  await withNamedSearch(page('?q=1'), handles, reading('?other=1', 'x'));
  await withNamedSearch(page(''), handles, reading('', 'x'));
  await withNamedSearch(page('?next=1'), [...handles, { isSecret: true }], reading('?next=1', 'next'));
  const one = withNamedSearch(page('?x=1'), [{ search: ['x'] }], reading('?x=1', 'x'));
  const other = withNamedSearch(page('?q=1'), handles, reading('?q=1', 'q'));
  await expect(Promise.all([one, other])).resolves.toEqual(['true', 'true']);
});
