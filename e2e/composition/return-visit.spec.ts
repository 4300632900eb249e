/** What pages cost a returning visitor: the same page again, and after a release. */
import { rm } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import type { RunningServer } from '../../tooling/processes/servers.ts';
import { createRelease } from '../../tooling/release/create-release.ts';
import { publish } from '../../tooling/release/publish.ts';
import { startSite } from '../../tooling/site/start-site.ts';
import { openHydrated } from '../fixtures/hydrated.ts';
import { deployChangedShell } from '../fixtures/next-shell.ts';
import { expect, test } from '../fixtures/test.ts';
import { changedBuild } from '../resilience/faulty-release.ts';

const REMOTE = 'mf-careers';
/** Shares of the changed files' bytes. A remote's files are small, and each costs 61 bytes, whatever is new. */
const LARGEST_SHARE = 0.03;
const LARGEST_SHARE_OF_REMOTE = 0.035;

interface Answer {
  /** Path of the URL. */
  path: string;
  status: number;
  encoding: string | undefined;
  headerBytes: number;
  /** Bytes of the body as transferred. */
  bytes: number;
}

/** Loads a page like a visitor. @returns what came over the network, without what the browser had */
async function answersOf(page: Page, url: string): Promise<Answer[]> {
  const session = await page.context().newCDPSession(page);
  const answers = new Map<string, Answer>();
  const ownCache = new Set<string>();
  session.on('Network.requestServedFromCache', ({ requestId }) => ownCache.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromDiskCache || response.fromPrefetchCache || !response.url.startsWith('http')) return;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    const { status, encodedDataLength } = response;
    const { pathname } = new URL(response.url);
    answers.set(requestId, { path: pathname, status, encoding, bytes: 0, headerBytes: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const answer = answers.get(requestId);
    if (answer) answer.bytes = Math.max(0, encodedDataLength - answer.headerBytes);
  });
  await session.send('Network.enable');
  await openHydrated(page, url);
  await page.waitForLoadState('networkidle');
  await session.detach();
  return [...answers].filter(([id]) => !ownCache.has(id)).map(([, answer]) => answer);
}

const scriptsOf = (answers: Answer[]) => answers.filter(({ path }) => path.endsWith('.js'));
const bytesOf = (answers: Answer[]) => answers.reduce((sum, { bytes }) => sum + bytes, 0);

test('the same page again is one request, and after releases of shell and remote what is new in them', async ({
  page,
  browser,
  expectedComplaints,
}) => {
  // While one shell takes the other's place, requests of the page that is being left may find none.
  expectedComplaints.matching.push(/ERR_CONNECTION_REFUSED/);
  const site = await startSite({ remotes: [REMOTE] });
  const another = await browser.newPage();
  let next: RunningServer | undefined;
  try {
    const url = `${site.url}/career`;
    await openHydrated(another, url);
    const first = scriptsOf(await answersOf(page, url));
    expect(first.length).toBeGreaterThan(4);

    const again = await answersOf(page, url);
    // The server answers 304; the browser reports 200 for what it has.
    expect(again.map(({ path, bytes }) => [path, bytes])).toEqual([['/career', 0]]);

    const dist = await changedBuild(REMOTE, [
      [/^assets\/career-page-[\w-]+\.js$/, (chunk) => `${chunk}\nglobalThis.careerRelease = 2;`],
    ]);
    const { release } = await createRelease(REMOTE, dist, site.store);
    await publish(release, site.store);
    await rm(dist, { recursive: true });
    // An old page must not load from the next build.
    for (const old of [page, another]) await old.goto('about:blank');
    next = await deployChangedShell(site, (bundle) => `${bundle};globalThis.shellRelease = 2;`);
    // While it starts, the previous release may answer.
    await expect.poll(async () => (await fetch(url)).text()).toContain(`/${release.version}/`);

    // On a busy machine the very first visitor may be answered before the delta is made, so another goes first.
    await openHydrated(another, url);

    const changed = scriptsOf(await answersOf(page, url));
    expect(
      await page.evaluate(() => [Reflect.get(globalThis, 'careerRelease'), Reflect.get(globalThis, 'shellRelease')]),
    ).toEqual([2, 2]);
    // The version of a release is in all its files' URLs, so all of them are new to a browser.
    expect(changed).toHaveLength(first.length);
    expect(changed.filter(({ encoding }) => encoding !== 'dcz')).toEqual([]);
    const isOwn = ({ path }: Answer) => path.startsWith('/assets/');
    for (const [what, files, share] of [
      ['the whole page', () => true, LARGEST_SHARE],
      ['the shell', isOwn, LARGEST_SHARE],
      ['the remote', (answer: Answer) => !isOwn(answer), LARGEST_SHARE_OF_REMOTE],
    ] as const) {
      const [then, now] = [bytesOf(first.filter(files)), bytesOf(changed.filter(files))];
      expect(now / then, `${what}: ${then} bytes, ${now} after the releases`).toBeLessThanOrEqual(share);
    }
  } finally {
    await another.close();
    await next?.stop();
    await site.stop();
  }
});
