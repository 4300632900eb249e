import { scrape } from 'shared/node/test-support/scrape';
import type { Registry } from 'shared/contracts/registry';
import { startMetrics, type MetricsServer } from 'shared/node/telemetry/metrics';
import { afterEach, expect, test } from 'vitest';
import { fellBack, keptPageAsked, pageRendered, pageViewed, vitalSeen } from './measured.ts';
import type { ApiState } from './api-calls/api-state.ts';
import { shellMeasures } from './measures.ts';

let metrics: MetricsServer | undefined;
afterEach(() => metrics?.close());

function registryWith(...versions: string[]): Registry {
  const entries = versions.map((version) => ({ metadata: { version } }));
  return { schema: '', microFrontends: { 'mf-sample': entries } } as unknown as Registry;
}

async function start(registry: () => Promise<Registry>, apiState = async (): Promise<ApiState> => 'ready') {
  const measures = async () => shellMeasures({ remotes: { registry }, apiState });
  metrics = await startMetrics({ port: 0, host: '127.0.0.1', measures });
  return async () => Object.fromEntries(await scrape(metrics!.port));
}

const sample = (release: string) => ({ remote: 'mf-sample', release });

test('what happens is counted, and a release that the registry has forgotten is forgotten here', async () => {
  let versions = ['1', '2'];
  const told = await start(async () => registryWith(...versions));
  pageViewed.tell({ ...sample('1'), times: 3 });
  pageRendered.tell({ ...sample('2'), outcome: 'failed', seconds: 0.02 });
  fellBack.tell({ remote: 'mf-sample', to: 'another release' });
  keptPageAsked.tell({ result: 'stale', bytes: 1_234 });
  vitalSeen.tell({ remote: 'mf-sample', vital: 'lcp', value: 900 });
  vitalSeen.tell({ remote: 'mf-sample', vital: 'cls', value: 0.07 });
  await told();
  expect(await told()).toMatchObject({
    'shell_page_views_total{remote="mf-sample",release="1"}': 3,
    'shell_renders_total{remote="mf-sample",release="2",outcome="failed"}': 1,
    'shell_fallbacks_total{remote="mf-sample",to="another release"}': 1,
    'shell_kept_pages_total{result="stale"}': 1,
    shell_kept_pages_bytes: 1_234,
    'shell_web_vitals_seconds_bucket{le="1",remote="mf-sample",vital="lcp"}': 1,
    'shell_web_vitals_cls_bucket{le="0.1",remote="mf-sample"}': 1,
  });
  versions = ['2'];
  await told();
  const later = Object.keys(await told()).join('\n');
  expect(later).not.toContain('release="1"');
  expect(later).toContain('release="2"');
});

test('a registry that cannot be read forgets nothing', async () => {
  const told = await start(() => Promise.reject(new Error('away')));
  pageViewed.tell({ ...sample('1'), times: 1 });
  await told();
  expect(await told()).toMatchObject({ 'shell_page_views_total{remote="mf-sample",release="1"}': 1 });
});

test('the API is asked when Prometheus asks: its alert needs nothing else', async () => {
  let state: ApiState = 'ready';
  const told = await start(
    async () => registryWith('1'),
    async () => state,
  );
  expect(await told()).toMatchObject({ shell_api_ready: 1 });
  for (state of ['not ready', 'unreachable'] as const)
    expect(await told(), state).toMatchObject({ shell_api_ready: 0 });
  state = 'ready';
  expect(await told()).toMatchObject({ shell_api_ready: 1 });
});
