/** What can be wrong with a remote, and what its visitors get then: `matrix.spec.ts` goes through it. */
import { CONTRACT_VERSION } from '../../shared/contracts/remote.ts';
import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright/test';
import type { Release } from '../../shared/contracts/registry.ts';
import { updateRegistry } from '../../shared/release-store/registry-file.ts';
import type { Site } from '../../tooling/site/start-site.ts';
import { publishChanged, publishDamaged, publishServerBundle, takeBackReleases } from './faulty-release.ts';

/** A remote, a page of it, and the way there and on by the header's links. */
export interface Area {
  remote: string;
  path: string;
  /** Route of the page. */
  id: string;
  /** A page of another remote, whose header leads to this one. */
  from: string;
  /** Where the visitor goes on to, another remote's too. */
  on: { path: string; remote: string };
  /** Its frame has no footer. */
  isBare?: true;
}

const about = { path: '/about', remote: 'mf-marketing' };
const home = { path: '/', remote: 'mf-marketing' };
const career = { path: '/career', remote: 'mf-careers' };

export const areas: readonly Area[] = [
  { remote: 'mf-marketing', path: about.path, id: 'marketing.about', from: career.path, on: career },
  { remote: 'mf-blog', path: '/blogs', id: 'blog.blogs', from: about.path, on: about },
  { remote: 'mf-auth', path: '/login', id: 'auth.login', from: about.path, on: home, isBare: true },
  { remote: 'mf-careers', path: career.path, id: 'careers.career', from: about.path, on: about },
];

/**
 * What a visitor sees: the page; the page as the server sent it, with a notice; that this part did not load; that the
 * page failed; that there is no page.
 */
export type PageState = 'whole' | 'kept' | 'unavailable' | 'failed' | 'not found';

export interface MatrixFault {
  /** Releases a faulty one. */
  release?: (area: Area, site: Site) => Promise<unknown>;
  /** Sits between this visitor's browser and the site. @param own a file of the release, by its name or part of it */
  network?: (page: Page, own: (file: string) => RegExp, area: Area) => Promise<unknown>;
  first: PageState;
  navigation: PageState;
  /** A file that never arrives: the browser waits for it until its deadline. */
  hangs?: (own: (file: string) => RegExp, area: Area) => RegExp;
  /** Who reports it: the server's log or the browser's console; nobody when all is well, or only the store's log. */
  says: 'server' | 'browser' | 'nobody';
}

const ENTRY = 'remoteEntry.js';
const LOOK_EVERY_MS = 100;
const onServer = (change: (bundle: string) => string) => (area: Area, site: Site) =>
  publishServerBundle(area.remote, site.store, change);
/** Changes the container's entry, so that each page of the remote does something else in browsers. */
const inBrowser = (component: string) => (area: Area, site: Site) =>
  publishChanged(area.remote, site.store, /^remoteEntry\.js$/, (entry) =>
    entry
      .replace(
        /return Object\.assign\((\w+),(\w+)\),/,
        (_, to: string, from: string) => `return Object.assign(${to},{routes:${from}.routes.map(faulty)}),`,
      )
      .concat(`
      function faulty(route) {
        const React = globalThis.__mf_module_cache__.share.react;
        const lazy = route.lazy;
        return { ...route, lazy: async () => {
          const page = await lazy();
          return { ...page, Component: (props) => { ${component} return React.createElement(page.Component, props); } };
        } };
      }`),
  );
const damaged =
  (damage: (folder: string, release: Release, area: Area) => Promise<unknown>) => (area: Area, site: Site) =>
    publishDamaged(area.remote, site.store, (folder, release) => damage(folder, release, area));
const chunkOf = ({ routes }: Release, { id }: Area): string => routes.find((route) => route.id === id)!.files[0]!;
const answering =
  (status: number): NonNullable<MatrixFault['network']> =>
  (page, own) =>
    page.route(own(ENTRY), (route) => route.fulfill({ status, body: 'no' }));
/** Built pages are called after their source: `career-page-…js`. */
const pageChunk = ({ id }: Area): string => `${id.split('.')[1]}-page`;

export const faults: Readonly<Record<string, MatrixFault>> = {
  'is absent': {
    release: damaged((folder) => rm(folder, { recursive: true })),
    first: 'unavailable',
    navigation: 'unavailable',
    says: 'server',
  },
  'does not load on the server': {
    release: onServer((bundle) => `throw new Error('on purpose');\n${bundle}`),
    first: 'unavailable',
    navigation: 'whole',
    says: 'server',
  },
  'hangs on the server': {
    release: onServer((bundle) => `await new Promise(() => {});\n${bundle}`),
    first: 'unavailable',
    navigation: 'whole',
    says: 'server',
  },
  'throws on render on the server': {
    release: onServer(
      (bundle) => `${bundle}
        for (const route of routes) route.lazy = async () => ({ Component() { throw new Error('on purpose'); } });`,
    ),
    first: 'unavailable',
    navigation: 'whole',
    says: 'server',
  },
  'is not what was released': {
    release: damaged((folder, { server }) => appendFile(path.join(folder, server), '\nglobalThis.stolen = true;')),
    first: 'unavailable',
    navigation: 'whole',
    says: 'server',
  },
  'has a malformed registry entry': {
    release: (area, site) =>
      updateRegistry(site.store, (registry) => {
        const [entry] = registry.microFrontends[area.remote]!;
        const malformed = { ...entry!, extras: { ...entry!.extras, routes: 'none' as never } };
        return { ...registry, microFrontends: { ...registry.microFrontends, [area.remote]: [malformed] } };
      }),
    first: 'not found',
    navigation: 'not found',
    says: 'server',
  },
  'has a malformed release.json': {
    release: damaged((folder) => writeFile(path.join(folder, 'release.json'), '{"name":')),
    first: 'unavailable',
    navigation: 'unavailable',
    says: 'server',
  },
  'was built for a later contract': {
    release: (area, site) =>
      publishServerBundle(area.remote, site.store, (bundle) => bundle, { contract: CONTRACT_VERSION + 1 }),
    first: 'unavailable',
    navigation: 'unavailable',
    says: 'server',
  },
  'throws on load in browsers': {
    release: (area, site) =>
      publishChanged(area.remote, site.store, /^remoteEntry\.js$/, (entry) => `throw new Error('on purpose');${entry}`),
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'throws on render in browsers': {
    release: inBrowser("throw new Error('on purpose');"),
    first: 'failed',
    navigation: 'failed',
    says: 'browser',
  },
  'throws in an effect': {
    release: inBrowser("React.useEffect(() => { throw new Error('on purpose'); });"),
    first: 'failed',
    navigation: 'failed',
    says: 'browser',
  },
  'has lost a page’s code': {
    release: damaged(async (folder, release, area) => {
      const file = path.join(folder, chunkOf(release, area));
      for (const form of ['', '.br', '.gz']) await rm(file + form, { force: true });
    }),
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'has lost its store after it began to render': {
    release: async (area, site) => {
      const { version } = await publishServerBundle(area.remote, site.store, (bundle) => bundle);
      const page = async () => (await fetch(site.url + area.path)).text();
      while (!(await page()).includes(`data-release="${version}"`)) await delay(LOOK_EVERY_MS);
      await rm(path.join(site.store, area.remote, version), { recursive: true });
    },
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'is without its API': { first: 'whole', navigation: 'whole', says: 'nobody' },
  'answers 404 to browsers': { network: answering(404), first: 'kept', navigation: 'kept', says: 'browser' },
  'answers 500 to browsers': { network: answering(500), first: 'kept', navigation: 'kept', says: 'browser' },
  'is altered on its way': {
    network: (page, own) =>
      page.route(own(ENTRY), (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'globalThis.stolen = true; export {};' }),
      ),
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'hangs in browsers': {
    hangs: (own) => own(ENTRY),
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'hangs in a page’s code': {
    hangs: (own, area) => own(pageChunk(area)),
    first: 'kept',
    navigation: 'kept',
    says: 'browser',
  },
  'is slow with a page’s code': {
    network: (page, own, area) =>
      page.route(own(pageChunk(area)), async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        await route.continue();
      }),
    first: 'whole',
    navigation: 'whole',
    says: 'nobody',
  },
};

/** Makes what a fault needs; no other release of the remote can take its place. */
export async function prepare(fault: MatrixFault, area: Area, site: Site): Promise<void> {
  if (!fault.release) return;
  if (fault !== faults['has a malformed registry entry']) await takeBackReleases(area.remote, site.store);
  await fault.release(area, site);
}

/** What `registry.json` says, to be put back. */
export const registryText = (site: Site): Promise<string> => readFile(path.join(site.store, 'registry.json'), 'utf8');
