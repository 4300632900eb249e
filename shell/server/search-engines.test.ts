import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Findable, Registry, RegistryEntry } from 'shared/contracts/registry';
import type { RemoteSource } from './remote-source.ts';
import { searchEngineRoutes } from './search-engines.ts';

const entry = (isCurrent: boolean, findable?: Findable) =>
  ({ deployment: { default: isCurrent }, extras: { ...(findable && { findable }) } }) as RegistryEntry;

async function siteOf(microFrontends: Registry['microFrontends']) {
  const registry: Registry = { schema: '', microFrontends };
  const app = Fastify();
  await app.register(searchEngineRoutes, {
    remotes: { registry: async () => registry } as RemoteSource,
    publicUrl: 'https://site.example',
  });
  return { registry, read: async (url: string) => (await app.inject(url)).body };
}

const blog: Findable = { pages: [{ path: '/blogs', changed: '2026-01-31' }], siteMaps: ['/api/posts.xml'] };
const legal: Findable = { pages: [{ path: '/refund_&_terms' }], siteMaps: [] };

test('the site map and robots.txt say what the current releases say', async () => {
  const outdated: Findable = { pages: [{ path: '/gone' }], siteMaps: ['/gone.xml'] };
  const { read } = await siteOf({
    'mf-blog': [entry(true, blog), entry(false, outdated)],
    'mf-legal': [entry(true, legal)],
  });
  expect(await read('/sitemap.xml')).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://site.example/blogs</loc><lastmod>2026-01-31</lastmod></url>\n' +
      '<url><loc>https://site.example/refund_&amp;_terms</loc></url>\n</urlset>\n',
  );
  expect(await read('/robots.txt')).toBe(
    'User-agent: *\nAllow: /\nSitemap: https://site.example/sitemap.xml\nSitemap: https://site.example/api/posts.xml\n',
  );
});

test('a new release changes them with the next request', async () => {
  const { registry, read } = await siteOf({ 'mf-legal': [entry(true, legal)] });
  expect(await read('/sitemap.xml')).not.toContain('/blogs');
  registry.microFrontends['mf-blog'] = [entry(true, blog)];
  expect(await read('/sitemap.xml')).toContain('/blogs');
});

test('a release that was made before releases said it costs only its own pages', async () => {
  const { read } = await siteOf({ 'mf-blog': [entry(true)], 'mf-legal': [entry(true, legal)] });
  expect(await read('/sitemap.xml')).toContain('<loc>https://site.example/refund_&amp;_terms</loc>');
  expect(await read('/robots.txt')).toContain('Sitemap: https://site.example/sitemap.xml\n');
});
