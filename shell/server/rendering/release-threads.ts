/**
 * The threads of all releases that render. Each is started when it is first needed, made ready beside the one that it
 * replaces, restarted after a fault, and ended when others need its place.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { CONTRACT_VERSION, speaksContract } from 'shared/contracts/remote';
import type { RegistryEntry } from 'shared/contracts/registry';
import type { ShellData } from 'shared/contracts/shell';
import { isUsable } from 'shared/releases/current';
import { patternOf } from 'shared/releases/ownership';
import { servedReleases } from 'shared/releases/traffic';
import type { ReleasedRemotes } from '../releases/released-remotes.ts';
import { threadEnded, threadsRun } from '../measured.ts';
import { FaultLog } from './fault-log.ts';
import { Pauses } from './pauses.ts';
import { ReleaseThread, type ThreadFault } from './release-thread.ts';
import {
  RemoteFault,
  type NamedRelease,
  type PageJob,
  type Renderer,
  type RenderLog,
  type Rendering,
  type ReleaseState,
  UNREADABLE,
} from './renderer.ts';

/** Longest time that a release may take to load, in milliseconds: long, since a machine that is starting is slow. */
const LOAD_DEADLINE_MS = 30_000;
/** How often threads are checked, in milliseconds. */
const CHECK_EVERY_MS = 200;
/** How often the registry is read, so that a release is ready before its first visitor, in milliseconds. */
const LOOK_EVERY_MS = 1_000;
/** How long a release that no visitor gets any more may stay unused before it is ended, in milliseconds. */
const UNUSED_MS = 10_000;

export interface ThreadSettings {
  /** How many threads may run at a time. */
  threads: number;
  /** The most memory that one of them may use, in megabytes. */
  memoryMb: number;
  /** How long a release may take to load, in milliseconds; shorter in tests. */
  loadMs?: number;
  nodeEnv: string;
  /** Address of the shell's server entry, as a module. */
  entry: string;
  /** What pages get from the shell during the warm-up, when no visitor asked for them. */
  shellData: ShellData;
}

/** What is known about one release. */
interface Slot {
  release: NamedRelease;
  thread: ReleaseThread | undefined;
  /** Settles when there is a thread whose bundle is loaded. */
  starting: Promise<ReleaseThread> | undefined;
  startedAt: number;
  /** Set while the thread's replacement is being prepared. */
  replacing: Promise<void> | undefined;
  /** The verified bundle, kept so that a thread can restart without the store. */
  source: string | undefined;
  lastUsed: number;
  fault: string | null;
}

type Served = ReturnType<typeof servedReleases>;

export class ReleaseThreads implements Renderer {
  readonly #remotes: Pick<ReleasedRemotes, 'registry' | 'serverBundle'>;
  readonly #settings: ThreadSettings;
  readonly #log: RenderLog;
  readonly #faults = new FaultLog();
  readonly #pauses = new Pauses();
  readonly #slots = new Map<string, Slot>();
  /** All threads that run, including those that are finishing their last pages. */
  readonly #threads = new Set<ReleaseThread>();
  readonly #timers: NodeJS.Timeout[];
  #isClosed = false;

  constructor(remotes: Pick<ReleasedRemotes, 'registry' | 'serverBundle'>, settings: ThreadSettings, log: RenderLog) {
    this.#remotes = remotes;
    this.#settings = settings;
    this.#log = log;
    this.#timers = [
      setInterval(() => this.#lookAfter(), CHECK_EVERY_MS).unref(),
      setInterval(() => void this.#followRegistry().catch(() => {}), LOOK_EVERY_MS).unref(),
    ];
  }

  get capacity(): number {
    return this.#settings.threads;
  }

  state(release: NamedRelease): ReleaseState {
    const key = keyOf(release);
    const slot = this.#slots.get(key);
    const fault = slot?.fault ?? null;
    if (slot?.thread && this.#canServe(slot)) return { readiness: 'ready', fault };
    if (this.#pauses.isPaused(key)) return { readiness: 'set aside', fault };
    return { readiness: slot?.starting ? 'starting' : 'not started', fault };
  }

  async ready(release: NamedRelease, patienceMs: number): Promise<void> {
    if (this.state(release).readiness === 'ready') return;
    const slot = this.#slotOf(release);
    await this.#started(slot, patienceMs, (thread) => (this.#canServe(slot) ? undefined : thread.warm));
  }

  async warm(release: NamedRelease, patienceMs: number): Promise<void> {
    await this.#started(this.#slotOf(release), patienceMs, (thread) => thread.warm);
  }

  /** @param rest what else to wait for once the bundle is loaded */
  async #started(
    slot: Slot,
    patienceMs: number,
    rest: (thread: ReleaseThread) => Promise<void> | undefined,
  ): Promise<void> {
    const key = keyOf(slot.release);
    if (this.#pauses.isPaused(key)) throw new RemoteFault(`${key} is set aside: ${slot.fault}.`);
    const starting = this.#start(slot).then(rest);
    const left = slot.startedAt + patienceMs - performance.now();
    const enough = new AbortController();
    try {
      await Promise.race([
        starting,
        delay(Math.max(0, left), undefined, { signal: enough.signal }).then(() => {
          throw new RemoteFault(`${key} is still starting.`);
        }),
      ]);
    } finally {
      enough.abort();
      starting.catch(() => {});
    }
  }

  async render(release: NamedRelease, job: PageJob): Promise<Rendering> {
    const slot = this.#slotOf(release);
    if (!slot.thread?.isLoaded) throw new RemoteFault(`${keyOf(release)} is not ready.`);
    slot.lastUsed = performance.now();
    return slot.thread.render(job);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#threads].map((thread) => this.#end(thread)));
  }

  /** A loaded release that is still warming up serves only if no other release of the remote is warm. */
  #canServe({ release, thread }: Slot): boolean {
    if (!thread?.isLoaded) return false;
    return thread.isWarm || !this.#othersOf(release).some((other) => other.thread?.isWarm);
  }

  #othersOf({ name, entry }: NamedRelease): Slot[] {
    return [...this.#slots.values()].filter(
      ({ release }) => release.name === name && release.entry.metadata.version !== entry.metadata.version,
    );
  }

  #slotOf(release: NamedRelease): Slot {
    const key = keyOf(release);
    let slot = this.#slots.get(key);
    if (!slot) {
      slot = {
        release,
        thread: undefined,
        starting: undefined,
        startedAt: 0,
        replacing: undefined,
        source: undefined,
        lastUsed: performance.now(),
        fault: null,
      };
      this.#slots.set(key, slot);
    }
    // What the registry says of a release may have been wrong, and be put right while the release stays the same.
    slot.release = release;
    return slot;
  }

  #start(slot: Slot): Promise<ReleaseThread> {
    if (slot.starting) return slot.starting;
    slot.startedAt = performance.now();
    slot.lastUsed = slot.startedAt;
    const starting = this.#load(slot);
    slot.starting = starting;
    starting.then(
      (thread) => void (slot.thread = thread),
      () => void (slot.starting = undefined),
    );
    return starting;
  }

  /** @returns a thread whose bundle is loaded, with its warm-up under way */
  async #load(slot: Slot): Promise<ReleaseThread> {
    let thread: ReleaseThread | undefined;
    try {
      slot.source ??= await this.#sourceOf(slot.release);
      thread = await this.#threadWithRoom(slot, slot.source);
      await this.#inTime(slot, thread, thread.loaded);
      return thread;
    } catch (error) {
      if (thread) await this.#end(thread);
      else {
        const isUnreadable = slot.source === undefined && isUsable(slot.release.entry);
        const reason = isUnreadable ? UNREADABLE : 'does not load';
        this.#failed(slot, undefined, { reason, error: error as Error, pages: [] });
      }
      if (error instanceof RemoteFault) throw error;
      throw new RemoteFault(`${keyOf(slot.release)} does not load.`, { cause: error });
    }
  }

  /** @throws RemoteFault when a thread that starts has not come so far within the deadline */
  async #inTime(slot: Slot, thread: ReleaseThread, done: Promise<void>): Promise<void> {
    const { loadMs = LOAD_DEADLINE_MS } = this.#settings;
    // Stopped when settled: a timer that went on would keep the thread in memory, and with it the bundle's text.
    const settled = new AbortController();
    try {
      const late = delay(loadMs, true, { ref: false, signal: settled.signal }).catch(() => false);
      if (!(await Promise.race([done.then(() => false), late]))) return;
      const error = new Error(`${thread.key} did not load within ${loadMs} ms.`);
      this.#failed(slot, thread, { reason: 'does not load in time', error, pages: [] });
      throw new RemoteFault(error.message);
    } finally {
      settled.abort();
    }
  }

  async #sourceOf({ entry }: NamedRelease): Promise<string> {
    const { contract } = entry.extras;
    if (!speaksContract(contract)) {
      throw new Error(`It was built for contract ${contract}; this shell speaks ${CONTRACT_VERSION}.`);
    }
    return await this.#remotes.serverBundle(entry);
  }

  #threadOf(slot: Slot, source: string): ReleaseThread {
    const { name, entry } = slot.release;
    const { nodeEnv, memoryMb, entry: shellEntry, shellData } = this.#settings;
    const thread: ReleaseThread = new ReleaseThread({
      data: {
        key: keyOf(slot.release),
        name,
        version: entry.metadata.version,
        source,
        entry: shellEntry,
        warmUp: firstPageOf(entry, shellData.origin),
        shellData,
      },
      nodeEnv,
      memoryMb,
      onFault: (fault) => this.#failed(slot, thread, fault),
      onLine: ({ line, dropped }) =>
        this.#log.warn(
          { remote: name, release: entry.metadata.version, line, ...(dropped > 0 && { dropped }) },
          'remote said',
        ),
    });
    this.#threads.add(thread);
    threadsRun.tell({ count: this.#threads.size });
    return thread;
  }

  #failed(slot: Slot, thread: ReleaseThread | undefined, { reason, error, pages }: ThreadFault): void {
    if (this.#isClosed) return;
    const { name, entry } = slot.release;
    const key = keyOf(slot.release);
    slot.fault = reason;
    // One that has rendered pages is restarted at once: whatever ended it may be rare.
    this.#pauses.failed(key, { free: thread?.isWarm ? 1 : 0 });
    const pattern = pages[0] && patternOf(entry.extras.routes, pages[0]);
    this.#faults.tell(
      this.#log,
      { remote: name, release: entry.metadata.version, page: pages.slice(0, 5), pattern, reason },
      error,
    );
    threadEnded.tell({ remote: name, release: entry.metadata.version, reason });
    if (!thread) return;
    this.#threads.delete(thread);
    threadsRun.tell({ count: this.#threads.size });
    if (slot.thread !== thread) return;
    slot.thread = undefined;
    slot.starting = undefined;
    if (thread.isWarm && !this.#pauses.isPaused(key)) this.#start(slot).catch(() => {});
  }

  /**
   * Starts a thread as soon as one more may run, without a turn in between: another release may be waiting, too.
   * @throws when that takes longer than loading is allowed to take, and when no thread may be started any more
   */
  async #threadWithRoom(slot: Slot, source: string): Promise<ReleaseThread> {
    const deadline = performance.now() + LOAD_DEADLINE_MS;
    while (this.#threads.size >= this.#settings.threads) {
      const served = await this.#served().catch(() => new Map() as Served);
      const idle = [...this.#slots.values()]
        .filter((other) => other !== slot && other.thread?.isLoaded && other.thread.pages === 0)
        .toSorted((a, b) => a.lastUsed - b.lastUsed);
      // Of an area that is released often, earlier releases make room before an area that few visit.
      const [spare = idle[0]] = idle.filter((other) => this.#isSpare(other, served));
      if (spare) await this.#stop(spare);
      else if (performance.now() > deadline) throw new Error('All threads are busy.');
      else await delay(CHECK_EVERY_MS);
    }
    if (this.#isClosed) throw new RemoteFault('The server is stopping.');
    return this.#threadOf(slot, source);
  }

  async #stop(slot: Slot): Promise<void> {
    const { thread } = slot;
    slot.thread = undefined;
    slot.starting = undefined;
    if (thread) await this.#end(thread);
  }

  async #end(thread: ReleaseThread): Promise<void> {
    await thread.end();
    // If it ended by a fault, that has been reported already.
    if (!this.#threads.delete(thread)) return;
    threadsRun.tell({ count: this.#threads.size });
    const [remote = '', release = ''] = thread.key.split('/');
    threadEnded.tell({ remote, release, reason: 'not needed' });
  }

  #lookAfter(): void {
    for (const thread of this.#threads) thread.check();
    for (const [key, slot] of this.#slots) {
      if (slot.thread?.isWorn && !this.#pauses.isPaused(key))
        slot.replacing ??= this.#replace(slot, slot.thread).finally(() => (slot.replacing = undefined));
    }
  }

  /** Lets another thread of the same release take over; this one finishes its open pages. */
  async #replace(slot: Slot, worn: ReleaseThread): Promise<void> {
    const { name, entry } = slot.release;
    this.#faults.tell(this.#log, {
      remote: name,
      release: entry.metadata.version,
      page: [],
      reason: 'leaves timers behind',
    });
    let fresh: ReleaseThread | undefined;
    try {
      fresh = this.#threadOf(slot, slot.source!);
      await this.#inTime(slot, fresh, fresh.warm);
    } catch (error) {
      // The worn thread goes on. A fault of the fresh one is in the log.
      if (fresh) await this.#end(fresh);
      else this.#failed(slot, undefined, { reason: 'does not load', error: error as Error, pages: [] });
      return;
    }
    if (slot.thread !== worn) return void this.#end(fresh);
    slot.thread = fresh;
    slot.starting = Promise.resolve(fresh);
    await this.#finish(worn);
  }

  async #finish(thread: ReleaseThread): Promise<void> {
    while (thread.pages > 0 && !thread.hasEnded) await delay(CHECK_EVERY_MS);
    await this.#end(thread);
  }

  async #served(): Promise<Served> {
    return servedReleases(await this.#remotes.registry());
  }

  /** Whether no visitor gets a release, and the one that they get instead is ready. */
  #isSpare({ release: { name, entry } }: Slot, served: Served): boolean {
    const all = served.get(name) ?? [];
    if (all.some(({ metadata }) => metadata.version === entry.metadata.version)) return false;
    return !all[0] || this.state({ name, entry: all[0] }).readiness === 'ready';
  }

  /**
   * Makes releases ready that became current or got a share of the visitors, and ends those without visitors.
   */
  async #followRegistry(): Promise<void> {
    if (this.#slots.size === 0) return;
    const served = await this.#served();
    const now = performance.now();
    for (const [key, slot] of this.#slots) {
      const { name } = slot.release;
      const [current, ...splits] = served.get(name) ?? [];
      const isServed = [current, ...splits].some(
        (entry) => entry?.metadata.version === slot.release.entry.metadata.version,
      );
      // Each is started only once: with more releases than threads they would push each other out for ever.
      const unknown = splits.filter((entry) => !this.#slots.has(keyOf({ name, entry })));
      if (slot.thread) for (const entry of unknown) this.#start(this.#slotOf({ name, entry })).catch(() => {});
      if (isServed) continue;
      if (current && slot.thread) {
        const next = this.#slotOf({ name, entry: current });
        if (!next.starting && !this.#pauses.isPaused(keyOf(next.release))) this.#start(next).catch(() => {});
      }
      // It has ended, and no visitor gets it: if it is needed again, its bundle is read again.
      if (!slot.starting) slot.source = undefined;
      // Until the current one is ready, this one may answer in its place.
      if (slot.thread && !this.#isSpare(slot, served)) continue;
      const isUnused = now - slot.lastUsed > UNUSED_MS && !slot.replacing;
      if (isUnused && slot.thread && slot.thread.pages === 0) await this.#stop(slot);
      if (isUnused && !slot.thread && !slot.starting && !this.#pauses.isPaused(key)) this.#slots.delete(key);
    }
  }
}

const keyOf = ({ name, entry }: NamedRelease): string => `${name}/${entry.metadata.version}`;

/** URL of the first page of a release that has no parameters. */
function firstPageOf({ extras }: RegistryEntry, origin: string): string | undefined {
  const path = extras.routes.find((pattern) => !/[:*]/.test(pattern));
  return path && origin + path;
}
