/** What search engines and messengers read: title, description, canonical URL, image, structured data. */
import type { APIRequestContext } from 'playwright/test';
import { postFeeds } from '../../shared/contracts/posts.ts';
import { coverChoice } from '../../shared/theme/cloth/generated.ts';
import { pages } from '../fixtures/pages.ts';
import { expect, test } from '../fixtures/test.ts';

const marketing = pages
  .filter(({ area, path }) => area === 'mf-marketing' && !path.startsWith('/newsletter'))
  .map(({ path }) => path);

/** The head's content by name; entities that occur there are decoded. */
function headOf(html: string): Record<string, string> {
  const head = html.slice(0, html.indexOf('</head>'));
  const found = [...head.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g)].map(([, name, value]) => [
    name,
    value,
  ]);
  const title = /<title>([^<]*)/.exec(head)?.[1];
  const canonical = /<link rel="canonical" href="([^"]+)"/.exec(head)?.[1];
  const decode = (text = '') => text.replaceAll('&amp;', '&').replaceAll('&#x27;', "'");
  return Object.fromEntries(
    [...found, ['title', title], ['canonical', canonical]].map(([name, value]) => [name, decode(value)]),
  );
}

/** All structured data of a page. */
const dataOf = (html: string): { '@type': string; [key: string]: unknown }[] =>
  [...html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)].map(([, json]) => JSON.parse(json!));

test('every page has a title, a description and its own address, in the first 32 kB', async ({ request, site }) => {
  const seen = { title: new Set<string>(), description: new Set<string>() };
  for (const path of marketing) {
    const html = await (await request.get(path)).text();
    const head = headOf(html.slice(0, 32_000) + '</head>');
    expect(head['canonical'], path).toBe(site.url + path);
    expect(head['og:url'], path).toBe(site.url + path);
    expect(head['og:title'], path).toBe(head['title']);
    expect(head['description']!.length, path).toBeGreaterThan(40);
    expect(head['og:description'], path).toBe(head['description']);
    seen.title.add(head['title']!);
    seen.description.add(head['description']!);
  }
  expect(seen.title.size).toBe(marketing.length);
  expect(seen.description.size).toBe(marketing.length);
});

test('every page has an image for shared links: PNG, 1200 × 630, at most 300 kB, described, for ever the same', async ({
  request,
  site,
}) => {
  for (const path of marketing) {
    const head = headOf(await (await request.get(path)).text());
    expect(head, path).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/cloth/),
    });
    const url = head['og:image']!;
    expect(url).toMatch(new RegExp(`^${site.url}/remotes/mf-marketing/[^/]+/assets/social-[a-z]+-[\\w-]{8}\\.png$`));
    const image = await request.get(url);
    expect(image.headers()).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
    });
    expect(await sizeOf(request, url)).toEqual([1200, 630]);
  }
});

/** Width and height of a PNG that messengers take. */
async function sizeOf(request: APIRequestContext, url: string): Promise<[number, number]> {
  const png = await (await request.get(url)).body();
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeLessThan(300_000);
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

test('a post shows its own cover, the same in its structured data', async ({ request, site }) => {
  const shown = new Set<string>();
  for (const id of [1, 2, 3, 4, 5, 6, 7]) {
    const html = await (await request.get(`/post/${id}`)).text();
    const head = headOf(html);
    const { sett } = coverChoice(String(id));
    expect(head['og:image'], String(id)).toMatch(
      new RegExp(`^${site.url}/remotes/mf-blog/[^/]+/assets/social-cover-${sett}-[\\w-]{8}\\.png$`),
    );
    expect(dataOf(html).find((data) => data['@type'] === 'BlogPosting')!['image']).toBe(head['og:image']);
    expect(await sizeOf(request, head['og:image']!)).toEqual([1200, 630]);
    shown.add(head['og:image']!);
  }
  expect(shown.size).toBe(7);
});

test('the home page describes the company', async ({ request, site }) => {
  expect(dataOf(await (await request.get('/')).text())).toEqual([
    expect.objectContaining({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: 'Portloom',
      url: `${site.url}/`,
      telephone: '+2348000000000',
    }),
  ]);
});

test('the questions are described with their answers', async ({ request }) => {
  const faq = dataOf(await (await request.get('/faq')).text()).find((data) => data['@type'] === 'FAQPage');
  const questions = faq!['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[];
  expect(questions).toHaveLength(17);
  expect(questions[1]).toMatchObject({
    name: 'How long does a project take?',
    acceptedAnswer: { text: expect.stringContaining('4-6 weeks') },
  });
});

test('a breadcrumb is described with absolute addresses', async ({ request, site }) => {
  const list = dataOf(await (await request.get('/disclaimer')).text()).find(
    (data) => data['@type'] === 'BreadcrumbList',
  );
  expect(list!['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
    { '@type': 'ListItem', position: 2, name: 'Disclaimer' },
  ]);
});

/** All pages that search engines get, but for posts. */
const toBeFound = [
  ...pages.filter(({ isFound }) => isFound).map(({ path }) => path),
  // Of the roles, one is among the pages.
  '/career/senior-java-developer',
  '/career/frontend-developer',
  '/career/backend-developer',
  '/career/react-native-developer',
  '/career/react-developer',
];

test('robots.txt names the site maps, and what they name are pages to be found, each by its own address', async ({
  request,
  site,
}) => {
  test.slow(); // Every page of the site map is asked for.
  const robots = await request.get('/robots.txt');
  expect(robots.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const maps = [...(await robots.text()).matchAll(/^Sitemap: (.+)$/gm)].map(([, url]) => url!);
  expect(maps).toEqual([`${site.url}/sitemap.xml`, site.url + postFeeds.sitemap]);
  for (const map of maps) expect((await request.get(map)).headers()['content-type']).toMatch(/^application\/xml/);

  const map = await (await request.get('/sitemap.xml')).text();
  const listed = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url!.replaceAll('&amp;', '&'));
  expect(listed.toSorted()).toEqual(toBeFound.map((path) => site.url + path).toSorted());
  for (const url of listed) {
    const response = await request.get(url);
    expect(response.status(), url).toBe(200);
    const head = headOf(await response.text());
    expect(head['canonical']).toBe(url);
    expect(head['robots']).toBeUndefined();
  }
});
