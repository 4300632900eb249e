/** What the shell answers itself: pages, the forms on them, files, and documents for programs. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { paths } from '../../../shared/contracts/paths.ts';
import { type Route, values } from './routes.ts';

type Node = DefaultTreeAdapterMap['node'];

const documents = [
  '/favicon.svg',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/robots.txt',
  '/sitemap.xml',
  '/registry.json',
  '/composition.json',
  '/healthz',
  '/readyz',
  '/_try',
  '/assets/nothing.js',
  '/remotes/mf-blog/1/nothing.js',
  '/nothing',
];

const parameters: Record<string, string> = { id: '1', slug: 'flutter-developer' };

/** Files of one kind that are asked for. */
const FILES = 6;

/** @param origin where the site answers @param session `Cookie` of a member, who sees more forms */
export async function siteRoutes(origin: string, session: string): Promise<Route[]> {
  const pages = Object.values<string>(paths);
  const found = await Promise.all(
    pages.map(async (pattern) => {
      const path = pattern.replace(/:(\w+)/g, (_, name: string) => parameters[name]!);
      const response = await fetch(origin + path, { headers: { cookie: session }, redirect: 'manual' });
      return { path, pattern, html: await response.text() };
    }),
  );
  const files = new Set(found.flatMap(({ html }) => html.match(/\/(?:assets|remotes)\/[\w./-]+\.\w+/g) ?? []));
  return [
    ...found.map(({ pattern }) => reading(pattern.replace(/:(\w+)/g, '{$1}'))),
    ...found.flatMap(({ path, html }) => formsIn(html, path)),
    ...documents.map(reading),
    ...['/assets/', '/remotes/'].flatMap((folder) =>
      [...files]
        .filter((file) => file.startsWith(folder))
        .slice(0, FILES)
        .map(reading),
    ),
    ...['/assets/{file}', '/remotes/{name}', '/remotes/mf-blog/{version}', '/remotes/mf-blog/1/{file}', '/{page}'].map(
      reading,
    ),
  ];
}

function reading(path: string): Route {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ in: 'path' as const, name }));
  return { method: 'GET', path, parameters: inPath, body: 'none', sample: {}, headers: () => ({}), asMember: true };
}

/** The forms that are sent to their own page. */
function formsIn(html: string, path: string): Route[] {
  const forms = elements(parse(html), 'form').filter(
    (form) => attribute(form, 'method').toLowerCase() === 'post' && !/^\/(api|auth)\//.test(attribute(form, 'action')),
  );
  return forms.map((form) => ({
    method: 'POST',
    path: new URL(attribute(form, 'action') || path, 'http://site').pathname,
    parameters: [],
    body: 'form',
    sample: Object.fromEntries(
      ['input', 'textarea', 'select', 'button']
        .flatMap((tag) => elements(form, tag))
        .map((field) => [attribute(field, 'name'), values[attribute(field, 'name')] ?? attribute(field, 'value')])
        .filter(([name]) => name !== ''),
    ),
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
    asMember: true,
  }));
}

function elements(node: Node, tag: string): Node[] {
  const own = 'tagName' in node && node.tagName === tag ? [node] : [];
  return [...own, ...('childNodes' in node ? node.childNodes.flatMap((child) => elements(child, tag)) : [])];
}

const attribute = (node: Node, name: string): string =>
  ('attrs' in node && node.attrs.find((each) => each.name === name)?.value) || '';
