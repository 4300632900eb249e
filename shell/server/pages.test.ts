/** Which release answers a page view, rendered by the real shell code. */
import Fastify from 'fastify';
import { createElement } from 'react';
import type { RouteObject } from 'react-router-dom';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { company } from 'shared/content/company';
import type { Integrity, Registry, RegistryEntry, Release } from 'shared/contracts/registry';
import { CONTRACT_VERSION } from 'shared/contracts/remote';
import { withRelease } from 'shared/releases/current';
import * as entry from '../src/entry-server.tsx';
import { builtDocuments } from './documents/html.ts';
import { fellBack, pageRendered } from './measured.ts';
import { Pages } from './pages.ts';
import { inProcessRenderer } from './rendering/in-process.ts';
import { LatePage, type Readiness, RemoteFault, type Renderer } from './rendering/renderer.ts';
import type { RemoteSource } from './remote-source.ts';

const NAME = 'mf-sample';
const file = { url: '', integrity: 'sha384-' as Integrity };

/** Releases `1`, `2`, … of one remote, the last one current, each with the page that it makes of `/sample`. */
function released(...releases: RouteObject[]) {
  return releasedWith({}, ...releases);
}

interface Circumstances {
  observeSample?: number;
  /** Version of the release that the machine renders too slowly. */
  slow?: string;
  /** Version of the release whose document cannot be read. */
  unreadable?: string;
  /** Shorter ones than the site's. */
  deadlines?: { page: number; form: number } | null;
  /** What is different about the renderer. */
  renderer?: Partial<Renderer>;
}

function releasedWith(
  { observeSample = 0, slow = '', unreadable, deadlines = { page: 300, form: 3_000 }, renderer: own }: Circumstances,
  ...releases: RouteObject[]
) {
  let registry: Registry = { schema: '', microFrontends: {} };
  releases.forEach((_, index) => {
    const version = String(index + 1);
    const known: RegistryEntry = {
      url: `/remotes/${NAME}/${version}/remoteEntry.js`,
      metadata: { version, integrity: 'sha384-' },
      deployment: { traffic: 0, default: false },
      extras: {
        routes: ['/sample', '/sample/:id'],
        release: file,
        server: file,
        contract: 1,
        releasedAt: '2026-01-01T00:00:00.000Z',
      },
    };
    registry = withRelease(registry, NAME, known, { at: '2026-01-01T00:00:00.000Z', by: 'ada' });
  });
  let isLost = false;
  const loads: string[] = [];
  let reads = 0;
  const remotes: RemoteSource = {
    registry: async () => {
      reads += 1;
      if (isLost) throw new Error('nobody knows what is released');
      return registry;
    },
    release: async ({ metadata }) => {
      if (metadata.version === unreadable) throw new Error('no space is left on the disk');
      return releaseOf(metadata.version);
    },
    file: async () => undefined,
  };
  const renderer = inProcessRenderer({
    entry: async () => entry,
    async routes(_name, version) {
      loads.push(version);
      const page = releases[Number(version) - 1];
      return [
        { id: 'sample.page', path: '/sample', ...page } as RouteObject,
        { id: 'sample.each', path: '/sample/:id', ...page } as RouteObject,
      ];
    },
  });
  const build = { entry, entryUrl: '', clientDirectory: '', client: '/assets/client.js', preload: [], integrity: {} };
  const documents = builtDocuments(build);
  const slowed: Renderer = {
    ...renderer,
    render: (named, job) =>
      named.entry.metadata.version === slow ? Promise.reject(new LatePage(false)) : renderer.render(named, job),
    ...own,
  };
  const pages = new Pages({ remotes, documents, ...(deadlines && { deadlines }), observeSample }, slowed);
  const lines: object[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line) as object) };
  const { log } = Fastify({ logger: { level: 'error', stream } });
  const view = (pathname: string, form?: string, known?: Registry) =>
    pages.render({
      registry: known,
      url: new URL(pathname, 'https://site.example'),
      form,
      shellData: Promise.resolve({ company, session: { status: 'anonymous' }, origin: 'https://site.example' }),
      loaderContext: { apiFetch: fetch },
      choice: {},
      log,
    });
  /** Changes the page of a release. */
  const change = (version: number, route: RouteObject) => void (releases[version - 1] = route);
  const lose = (lost: boolean) => void (isLost = lost);
  return { view, loads, lines, change, lose, registry, reads: () => reads, state: () => pages.state(registry) };
}

const releaseOf = (version: string): Release => ({
  name: NAME,
  version,
  contract: 1,
  sharedExports: {},
  entry: 'remoteEntry.js',
  entryFiles: ['remoteEntry.js'],
  server: 'server/routes.mjs',
  routes: [{ id: 'sample.page', path: '/sample', files: ['assets/page.js', 'assets/page.css'] }],
  files: {
    'remoteEntry.js': 'sha384-entry',
    'assets/page.js': 'sha384-page',
    'assets/page.css': 'sha384-css',
    'assets/other.js': 'sha384-other',
  },
});

/** What the metrics hear from now on: how each release rendered, and who answered in the place of another. */
function heard(): string[] {
  const all: string[] = [];
  onTestFinished(pageRendered.listen(({ release, outcome }) => all.push(`${release} ${outcome}`)));
  onTestFinished(fellBack.listen(({ remote, to }) => all.push(`${remote}: ${to}`)));
  return all;
}

const works = (text: string): RouteObject => ({ Component: () => createElement('h1', null, text) });
const throws: RouteObject = {
  Component: () => {
    throw new Error('on purpose');
  },
};
const releaseIn = (html: string) => /data-release="(\d+)"/.exec(html)?.[1];

test('the current release answers, with everything that its page needs', async () => {
  const { view, loads } = released(works('old'), works('new'));
  const told = heard();
  const { status, headers, html } = await view('/sample');
  expect([status, headers['cache-control'], releaseIn(html)]).toEqual([200, 'no-cache', '2']);
  expect(html).toContain('<h1>new</h1>');
  expect(html).toContain('<link rel="modulepreload" href="/remotes/mf-sample/2/assets/page.js">');
  expect(html).toContain('"/remotes/mf-sample/2/assets/page.js":"sha384-page"');
  expect(html).toContain('<link rel="stylesheet" href="/remotes/mf-sample/2/assets/page.css">');
  // Nothing of the application may be where the browser would ask for it before the first paint.
  const elsewhere = html.replace(/<template>.*?<\/template>/s, '');
  expect(elsewhere).not.toMatch(/<link[^>]*modulepreload|type="module"/);
  expect(html).toMatch(/<template><script type="module" src="[^"]+"><\/script>/);
  expect(html).not.toContain('<link rel="modulepreload" href="/remotes/mf-sample/2/assets/other.js"');
  expect(loads).toEqual(['2']);
  expect(told).toEqual(['2 rendered']);
});

test('a caller that knows what is released passes it on, and it is not read again', async () => {
  const { view, registry, reads } = released(works('page'));
  expect((await view('/sample', undefined, registry)).status).toBe(200);
  expect(reads()).toBe(0);
  await view('/sample');
  expect(reads()).toBe(1);
});

test('a URL without a page is nowhere in the document with that message', async () => {
  const { view } = released(works('page'));
  const [one, other] = await Promise.all(['/career/made/up?q=1', '/blogDey/x'].map((url) => view(url)));
  expect([one!.status, one!.release]).toEqual([404, null]);
  expect(one!.html === other!.html).toBe(true);
  expect(one!.html.includes('made')).toBe(false);
  expect(one!.html).toMatch(/<a [^>]*href="?\/login\b/);
});

test('the frame of a URL without a page is the same wherever a browser takes it over', async () => {
  const origin = 'https://site.example';
  const frameAt = async (url: string) => {
    const page = await entry.renderPage({
      request: new Request(origin + url),
      remote: null,
      shellData: Promise.resolve({ company, session: { status: 'anonymous' }, origin }),
      loaderContext: { apiFetch: fetch },
    });
    return page instanceof Response ? page.status : page.html + page.hydration;
  };
  const nowhere = await frameAt('/');
  for (const url of ['/career/made/up?q=1', '/blogDey/x', '/SERVICE/y#z'])
    expect((await frameAt(url)) === nowhere, url).toBe(true);
});

test('while it is unknown what is released the frame reports that, and no longer', async () => {
  const { view, lose, lines } = released(works('page'));
  lose(true);
  const { status, headers, html } = await view('/sample');
  expect(lines).toMatchObject([{ err: { message: 'nobody knows what is released' } }]);
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(html).toContain('This part of the site did not load');
  expect(html, 'the header is there').toContain('aria-label="Main"');
  lose(false);
  expect((await view('/sample')).status).toBe(200);
});

test('a release that fails is replaced by the one before, for that view', async () => {
  const { view, loads, lines, change } = released(works('old'), throws);
  const told = heard();
  const { status, html, failed } = await view('/sample');
  expect([status, releaseIn(html)]).toEqual([200, '1']);
  expect(failed).toEqual([{ name: NAME, version: '2' }]);
  expect(told).toEqual(['2 failed', '1 rendered', 'mf-sample: another release']);
  expect(lines).toMatchObject([{ remote: NAME, release: '2', page: '/sample', reason: 'the page failed' }]);
  expect(html).toContain('"releases":{"mf-sample":"1"}');
  change(2, works('mended'));
  expect(releaseIn((await view('/sample')).html)).toBe('2');
  expect(loads).toEqual(['2', '1', '2']);
});

/** The entries of a registry, with the second release built for a contract that the shell does not know. */
const withNewContract = ({ microFrontends }: Registry): RegistryEntry[] =>
  microFrontends[NAME]!.map((entry) =>
    entry.metadata.version === '2' ? { ...entry, extras: { ...entry.extras, contract: CONTRACT_VERSION + 1 } } : entry,
  );

test('browsers get no release of a contract that the shell does not know, neither here nor elsewhere', async () => {
  const { view, registry } = released(works('old'), works('new'));
  const entries = registry.microFrontends[NAME]!;
  const others = withNewContract(registry).map((entry) => ({
    ...entry,
    extras: { ...entry.extras, routes: ['/other'] },
  }));
  const known: Registry = { ...registry, microFrontends: { [NAME]: entries, 'mf-other': others } };
  for (const url of ['/sample', '/nowhere'])
    expect((await view(url, undefined, known)).html).toContain('"releases":{"mf-other":"1","mf-sample":"2"}');
});

test.each([
  ['cannot be read', []],
  ['endless loop', ['2']],
])('of a release that is set aside, "%s" is held against %j', async (fault, versions) => {
  const renderer: Partial<Renderer> = {
    state: () => ({ readiness: 'set aside', fault }),
    ready: async ({ entry }) => {
      if (entry.metadata.version === '2') throw new RemoteFault('It is set aside.');
    },
  };
  const { html, failed } = await releasedWith({ renderer }, works('old'), works('new')).view('/sample');
  expect([releaseIn(html), failed.map(({ version }) => version)]).toEqual(['1', versions]);
});

test('that it cannot read its document is not held against a release either', async () => {
  const { html, failed } = await releasedWith({ unreadable: '2' }, works('old'), works('new')).view('/sample');
  expect([releaseIn(html), failed]).toEqual(['1', []]);
});

test('that it cannot run one is not held against the release, which works in later shells', async () => {
  const renderer: Partial<Renderer> = {
    state: () => ({ readiness: 'set aside', fault: 'does not load' }),
    ready: async ({ entry }) => {
      if (entry.metadata.version === '2') throw new RemoteFault('It does not load.');
    },
  };
  const { view, registry } = releasedWith({ renderer }, works('old'), works('new'));
  const known: Registry = { ...registry, microFrontends: { [NAME]: withNewContract(registry) } };
  const { html, failed } = await view('/sample', undefined, known);
  expect([releaseIn(html), failed]).toEqual(['1', []]);
});

test('a fault is one line a minute for all URLs of a page, with one of them and a count', async () => {
  const { view, lines, lose } = released(throws);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  for (const id of [1, 2, 3]) await view(`/sample/${id}`);
  await view('/sample');
  lose(true);
  for (const id of [1, 2]) await view(`/sample/${id}`);
  lose(false);
  clock.mockReturnValue(60_000);
  await view('/sample/4');
  expect(
    lines.map((line) => JSON.parse(JSON.stringify(line, ['page', 'pattern', 'reason', 'times'])) as object),
  ).toEqual([
    { page: '/sample/1', pattern: '/sample/:id', reason: 'the page failed' },
    { page: '/sample', pattern: '/sample', reason: 'the page failed' },
    { page: '/sample/1', reason: 'no registry' },
    { page: '/sample/4', pattern: '/sample/:id', reason: 'the page failed', times: 3 },
  ]);
});

test('a release that takes too long is replaced, too, and left alone for a while', async () => {
  const { view, loads, lines } = released(works('old'), { loader: () => new Promise(() => {}), ...works('late') });
  const told = heard();
  expect(releaseIn((await view('/sample')).html)).toBe('1');
  const { html, failed } = await view('/sample');
  expect([releaseIn(html), failed]).toEqual(['1', [{ name: NAME, version: '2' }]]);
  expect(loads).toEqual(['2', '1', '1']);
  expect(told.filter((event) => event.startsWith('2'))).toEqual(['2 late']);
  expect(lines).toMatchObject([{ remote: NAME, release: '2', page: '/sample', reason: 'late' }]);
});

test('what worked last answers before what was released before the current', async () => {
  const { view, loads, registry } = released(works('first'), throws, throws);
  await view('/sample', undefined, released(works('first')).registry);
  expect(releaseIn((await view('/sample', undefined, registry)).html)).toBe('1');
  expect(loads).toEqual(['1', '3', '1']);
});

test('only two releases are made to start that have not failed; one that is ready answers', async () => {
  const asked: string[] = [];
  let isReady = false;
  const isWaitedFor = ({ metadata }: RegistryEntry) => !(isReady && metadata.version === '1');
  const renderer: Partial<Renderer> = {
    state: ({ entry }) => ({ readiness: isWaitedFor(entry) ? 'starting' : 'ready', fault: null }),
    ready: async ({ entry }) => {
      asked.push(entry.metadata.version);
      if (isWaitedFor(entry)) throw new RemoteFault('It is still starting.');
    },
  };
  const { view } = releasedWith({ renderer }, works('1'), works('2'), works('3'), works('4'));
  expect((await view('/sample')).status).toBe(503);
  isReady = true;
  expect(releaseIn((await view('/sample')).html)).toBe('1');
  expect(asked).toEqual(['4', '3', '4', '3', '1']);
});

test('a page that only the failing release has is unavailable, not missing as it was before', async () => {
  const { view, loads, registry } = released(works('old'), throws);
  const [next, old] = registry.microFrontends[NAME]!;
  const entries = [next!, { ...old!, extras: { ...old!.extras, routes: ['/sample'] } }];
  const known: Registry = { ...registry, microFrontends: { [NAME]: entries } };
  expect((await view('/sample/7', undefined, known)).status).toBe(503);
  expect(loads).toEqual(['2']);
  expect(releaseIn((await view('/sample', undefined, known)).html)).toBe('1');
});

test('a fault that two releases in a row have costs no page', async () => {
  const { view, loads } = released(works('first'), throws, throws);
  expect(releaseIn((await view('/sample')).html)).toBe('1');
  expect(loads).toEqual(['3', '2', '1']);
});

test('one that is late because the machine is slow has not failed, and is asked again', async () => {
  const { view } = releasedWith({ slow: '2' }, works('old'), works('new'));
  const told = heard();
  for (let times = 0; times < 2; times += 1) {
    const { html, failed } = await view('/sample');
    expect([releaseIn(html), failed]).toEqual(['1', []]);
  }
  expect(told.filter((event) => event === '2 late')).toHaveLength(2);
});

describe('a page has five seconds, and a form fifteen', () => {
  /** What each release got, in milliseconds: how long visitors wait for it to start, and for the page. */
  let patience: number[];
  let given: number[];
  beforeEach(() => {
    [patience, given] = [[], []];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  /** A renderer whose pages never come. @param startMs how long a release takes to start */
  const endless = (readiness: Readiness, startMs = 0): Partial<Renderer> => ({
    state: () => ({ readiness, fault: null }),
    ready: async (_named, patienceMs) => {
      patience.push(patienceMs);
      if (startMs > 0) await new Promise((resolve) => setTimeout(resolve, startMs));
    },
    render: (_named, { signal }) => {
      const begun = performance.now();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          given.push(Math.round(performance.now() - begun));
          reject(new LatePage(false));
        });
      });
    },
  });
  const view = async (renderer: Partial<Renderer>, count: number, form?: string) => {
    const releases = Array.from({ length: count }, () => works('late'));
    const answered = releasedWith({ renderer, deadlines: null }, ...releases).view('/sample', form);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await answered).status).toBe(503);
  };

  test('of which a release that another one can stand in for gets 70 percent', async () => {
    await view(endless('ready'), 2);
    expect([patience, given]).toEqual([
      [1_500, 4_000],
      [3_500, 1_500],
    ]);
  });

  test('and the only one all of it', async () => {
    await view(endless('ready'), 1, 'a=b');
    expect([patience, given]).toEqual([[4_000], [15_000]]);
  });

  test('and at least one second, however long it took to start', async () => {
    await view(endless('not started', 4_500), 2);
    expect([patience, given]).toEqual([
      [2_000, 4_000],
      [1_000, 1_000],
    ]);
  });
});

test.each<[Readiness, failed: string[]]>([
  ['starting', []],
  ['set aside', ['2']],
])('a release that is %s when it is wanted lets another one answer, a form too', async (readiness, versions) => {
  const renderer: Partial<Renderer> = {
    state: ({ entry }) => ({ readiness: entry.metadata.version === '2' ? readiness : 'ready', fault: null }),
    ready: async ({ entry }) => {
      if (entry.metadata.version === '2') throw new RemoteFault('It cannot answer.');
    },
  };
  const action = () => null;
  const { view, lines } = releasedWith({ renderer }, { ...works('old'), action }, { ...works('new'), action });
  for (const form of [undefined, 'a=b']) {
    const { html, failed } = await view('/sample', form);
    expect([releaseIn(html), failed.map(({ version }) => version)]).toEqual(['1', versions]);
  }
  expect(lines, 'the renderer has reported it').toEqual([]);
});

test('what is reported of a remote is its current release, and the one that answers in its place', () => {
  const ready = (...versions: string[]): Partial<Renderer> => ({
    state: ({ entry: { metadata } }) =>
      versions.includes(metadata.version)
        ? { readiness: 'ready', fault: null }
        : { readiness: 'set aside', fault: 'endless loop' },
  });
  const told = (...versions: string[]) =>
    releasedWith({ renderer: ready(...versions) }, works('old'), works('new')).state()[NAME];
  expect(told('1', '2')).toEqual({ current: '2', serving: '2', readiness: 'ready', fault: null });
  expect(told('1')).toEqual({ current: '2', serving: '1', readiness: 'set aside', fault: 'endless loop' });
  expect(told()).toMatchObject({ current: '2', serving: null });
});

test('what a release answers instead of a page is passed on, and not kept', async () => {
  const loader = () => new Response(null, { status: 302, headers: { location: '/elsewhere', 'set-cookie': 'a=b' } });
  const { status, headers, html, release } = await released({ ...works('page'), loader }).view('/sample');
  expect([status, html, release?.pattern]).toEqual([302, '', '/sample']);
  expect(headers).toEqual({ location: '/elsewhere', 'set-cookie': ['a=b'], 'cache-control': 'no-store' });
});

test('without any that works the frame reports that, and when to come back', async () => {
  const { view } = released(throws, throws);
  const told = heard();
  const { status, headers, html, failed } = await view('/sample');
  expect([status, headers['retry-after']]).toEqual([503, '10']);
  expect(failed.map(({ version }) => version)).toEqual(['2', '1']);
  expect(told).toEqual(['2 failed', '1 failed', 'mf-sample: frame']);
  expect(html).toContain('data-boundary="mf-sample" data-unavailable=""');
  expect(html).toContain('"unavailable":"mf-sample"');
});

test('a form that was begun is not sent to another release', async () => {
  const sent: string[] = [];
  const takes = (name: string, route: RouteObject): RouteObject => ({
    ...route,
    action: async () => void sent.push(name),
  });
  const { view } = released(takes('old', works('old')), takes('new', throws));
  expect((await view('/sample', 'a=b')).status).toBe(503);
  expect(sent).toEqual(['new']);
});

test('a form may take longer than a page', async () => {
  const action = () => new Promise<null>((resolve) => setTimeout(resolve, 400, null));
  const { view } = released({ ...works('taken'), action });
  expect((await view('/sample', 'a=b')).status).toBe(200);
});

test('a URL that no remote owns is the frame alone', async () => {
  const { view, loads } = released(works('page'));
  const { status, html } = await view('/elsewhere');
  expect(status).toBe(404);
  expect(html).toContain('"remote":null,"hydration"');
  expect(loads).toEqual([]);
});

test('what a page says cannot leave the data block', async () => {
  const { view } = released({ ...works('page'), loader: () => '</script><script>alert(1)</script>\u2028' });
  const { html } = await view('/sample');
  expect(html).not.toContain('</script><script>alert');
  expect(html).toContain('\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u2028');
});

test('browsers are told whether they report, and where', async () => {
  const quiet = await released(works('page')).view('/sample');
  expect(JSON.stringify([quiet.headers, quiet.failed])).not.toContain('observed');
  expect(quiet.html).not.toContain('observeSample');
  const { html, headers, failed } = await releasedWith({ observeSample: 0.5 }, works('page')).view('/sample');
  expect(html).toContain('"observeSample":0.5');
  expect(headers['reporting-endpoints']).toBe('observed="/_observed"');
  expect(failed).toEqual([]);
});
