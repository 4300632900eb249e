/** The shell's metrics. Labels are known values only: path patterns, remotes, and releases in the registry. */
import type { Counter } from 'prom-client';
import { type Measures, SECONDS } from 'shared/node/telemetry/metrics';
import { knownRelease } from 'shared/releases/current';
import type { ApiState } from './api-calls/api-state.ts';
import {
  apiCalled,
  fellBack,
  keptPageAsked,
  pageRendered,
  pageViewed,
  releaseFailed,
  reportRefused,
  threadEnded,
  threadsRun,
  vitalSeen,
} from './measured.ts';
import type { RemoteSource } from './remote-source.ts';

/** CLS has no unit; up to 0.1 it is good, above 0.25 poor. */
const SHIFTS = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1];

interface Measured {
  remotes: Pick<RemoteSource, 'registry'>;
  /** Asks the API. Never throws. */
  apiState: () => Promise<ApiState>;
}

export function shellMeasures({ remotes, apiState }: Measured): Measures {
  return (registry, { Counter, Gauge, Histogram }) => {
    const registers = [registry];
    const kept = new Counter({
      name: 'shell_kept_pages_total',
      help: 'Pages that may be kept, by how they were answered.',
      labelNames: ['result'],
      registers,
      // Runs once each time metrics are asked for.
      collect: () => forgetReleases(),
    });
    const keptBytes = new Gauge({
      name: 'shell_kept_pages_bytes',
      help: 'Memory of the pages that are kept.',
      registers,
    });
    const renders = new Counter({
      name: 'shell_renders_total',
      help: 'Pages that a release was asked to render.',
      labelNames: ['remote', 'release', 'outcome'],
      registers,
    });
    const renderSeconds = new Histogram({
      name: 'shell_render_duration_seconds',
      help: 'Time that a page takes in its release, with its loaders.',
      labelNames: ['remote'],
      buckets: SECONDS,
      registers,
    });
    const fallbacks = new Counter({
      name: 'shell_fallbacks_total',
      help: 'Pages rendered by another release than intended, or by the frame alone.',
      labelNames: ['remote', 'to'],
      registers,
    });
    const threads = new Gauge({ name: 'shell_render_threads', help: 'Running threads.', registers });
    const threadEnds = new Counter({
      name: 'shell_render_thread_ends_total',
      help: 'Threads that ended, and why.',
      labelNames: ['remote', 'release', 'reason'],
      registers,
    });
    const apiSeconds = new Histogram({
      name: 'shell_api_call_duration_seconds',
      help: 'API calls that loaders and actions make on the server. Status 0: no answer.',
      labelNames: ['status'],
      buckets: SECONDS,
      registers,
    });
    void new Gauge({
      name: 'shell_api_ready',
      help: 'Whether the API is ready: 1 or 0.',
      registers,
      async collect() {
        this.set((await apiState()) === 'ready' ? 1 : 0);
      },
    });
    const views = new Counter({
      name: 'shell_page_views_total',
      help: 'Page views, those that reach the server and those that browsers report.',
      labelNames: ['remote', 'release'],
      registers,
    });
    const failures = new Counter({
      name: 'shell_release_failures_total',
      help: 'What failed in a release, on the server and in browsers.',
      labelNames: ['remote', 'release', 'kind'],
      registers,
    });
    const vitals = new Histogram({
      name: 'shell_web_vitals_seconds',
      help: 'LCP and INP, as browsers report them.',
      labelNames: ['remote', 'vital'],
      buckets: SECONDS,
      registers,
    });
    const shifts = new Histogram({
      name: 'shell_web_vitals_cls',
      help: 'CLS, as browsers report it.',
      labelNames: ['remote'],
      buckets: SHIFTS,
      registers,
    });
    const refused = new Counter({
      name: 'shell_refused_reports_total',
      help: "Browsers' reports beyond the limit of their network.",
      registers,
    });

    async function forgetReleases(): Promise<void> {
      const known = await remotes.registry().catch(() => undefined);
      if (!known) return;
      for (const counter of [renders, threadEnds, views, failures] as Counter<string>[])
        await forgetOthers(counter, (remote, release) => knownRelease(known, remote, release) !== undefined);
    }

    const ends = [
      keptPageAsked.listen(({ result, bytes }) => {
        kept.inc({ result });
        keptBytes.set(bytes);
      }),
      pageRendered.listen(({ seconds, ...labels }) => {
        renders.inc(labels);
        renderSeconds.observe({ remote: labels.remote }, seconds);
      }),
      fellBack.listen((labels) => fallbacks.inc(labels)),
      threadsRun.listen(({ count }) => threads.set(count)),
      threadEnded.listen((labels) => threadEnds.inc(labels)),
      apiCalled.listen(({ status, seconds }) => apiSeconds.observe({ status }, seconds)),
      pageViewed.listen(({ times, ...labels }) => views.inc(labels, times)),
      releaseFailed.listen((labels) => failures.inc(labels)),
      vitalSeen.listen(({ remote, vital, value }) =>
        vital === 'cls' ? shifts.observe({ remote }, value) : vitals.observe({ remote, vital }, value / 1_000),
      ),
      reportRefused.listen(() => refused.inc()),
    ];
    return () => {
      for (const end of ends) end();
    };
  };
}

/** Drops counts of releases that are gone: releases come and go, and a server may run for years. */
async function forgetOthers(
  counter: Counter<string>,
  isKnown: (remote: string, release: string) => boolean,
): Promise<void> {
  for (const { labels } of (await counter.get()).values) {
    if (!isKnown(String(labels['remote']), String(labels['release']))) counter.remove(labels);
  }
}
