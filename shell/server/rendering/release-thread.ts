/** One release in its own thread, which is started, asked for pages, watched, and ended as a whole. */
import { Worker } from 'node:worker_threads';
import { compileCache } from 'shared/node/compile-cache';
import {
  fromThread,
  type ApiAnswer,
  type FromThread,
  type ThreadData,
  type ToldError,
  type ToThread,
} from './messages.ts';
import { CALLS_PER_PAGE_MAX } from './limits.ts';
import { usedBytes } from './used-bytes.ts';
import { LatePage, RemoteFault, type PageJob, type Rendering, type UNREADABLE } from './renderer.ts';
import { guardPorts } from './thread-ports.ts';

const program = new URL('./thread.ts', import.meta.url);

/** A thread that used this much processor time without answering is in an endless loop, in milliseconds. */
const BLOCKED_CPU_MS = 1_200;
/**
 * A thread that has not answered at all for this long counts as blocked if the process was busy for half of it, in
 * milliseconds. If it was not busy, the machine gives it no time: all its threads would be ended together.
 */
const BLOCKED_MS = 6_000;
/** After this long it counts as blocked, whatever the machine does, in milliseconds. */
const BLOCKED_FOR_SURE_MS = 20_000;
/**
 * If a thread was not checked for this long, the serving thread was held up as well: the machine slept, or gave the
 * process no time. That time does not count as silence of the thread. In milliseconds.
 */
const HELD_UP_MS = 1_000;
/** A thread that answers within this time is not slow, in milliseconds. */
const PROMPT_MS = 400;
/**
 * How much processor time it may use while its memory is above the limit before it has collected its garbage, in
 * milliseconds. Not time as such: a machine with other work gives a thread little, and without it memory does not grow.
 */
const ABOVE_LIMIT_CPU_MS = 1_000;
/** Above this multiple of the limit it is given up after the shorter time below; above twice this multiple, at once. */
const FAR_ABOVE = 1.5;
const FAR_ABOVE_CPU_MS = 400;
/**
 * V8 ends the whole process when one allocation goes past its own limit. So that limit is larger than the largest
 * possible allocation, and the thread's memory is checked from outside.
 */
const ENGINE_LIMIT_MB = 2_048;
const YOUNG_GENERATION_MB = 32;
/** How many timers and the like a thread may have left behind before it is replaced. */
const RESOURCES_MAX = 5_000;
/**
 * How many messages that nothing here waits for may come between two checks: far more than the program of a thread
 * sends, which keeps to the limits (`limits.ts`). A release that got at the thread's port sends more.
 */
const UNASKED_MAX = 5_000;

export type FaultReason =
  | typeof UNREADABLE
  | 'does not load'
  | 'does not load in time'
  | 'endless loop'
  | 'uncaught exception'
  | 'unhandled rejection'
  | 'ended itself'
  | 'too much memory'
  | 'malformed answer';

export interface ThreadFault {
  reason: FaultReason;
  error: Error;
  /** Paths of the pages that were being rendered. */
  pages: string[];
}

interface ThreadOptions {
  data: ThreadData;
  nodeEnv: string;
  /** The most memory it may use, in megabytes. */
  memoryMb: number;
  onFault: (fault: ThreadFault) => void;
  /** Called when the remote's code wrote a line. `dropped`: how many before it were too many. */
  onLine: (said: { line: string; dropped: number }) => void;
}

interface OpenPage {
  job: PageJob;
  resolve: (rendering: Rendering) => void;
  reject: (error: unknown) => void;
  /** Calls to the API that are under way. */
  calls: Map<number, AbortController>;
  callsMade: number;
}

interface Ping {
  at: number;
  /** Processor time of the process, in milliseconds. */
  processCpu: number;
  /** Processor time of the thread when it was first found not to answer, in milliseconds. */
  cpu?: number;
}

export class ReleaseThread {
  /** Settles when pages can be rendered; rejects when that never happens. */
  readonly loaded: Promise<void>;
  /** Settles when pages are rendered fast. */
  readonly warm: Promise<void>;
  isLoaded = false;
  isWarm = false;
  hasEnded = false;
  /** Whether it has left so much behind that another thread should take its place. */
  isWorn = false;

  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #pages = new Map<number, OpenPage>();
  readonly #loading = Promise.withResolvers<void>();
  readonly #warming = Promise.withResolvers<void>();
  #pageCount = 0;
  #pingCount = 0;
  #ping: Ping | undefined;
  #checkedAt = performance.now();
  #answeredAfter = 0;
  /** Processor time of the thread when its memory was first found above the limit, in milliseconds. */
  #cpuWhenAbove: number | undefined;
  /** Messages since the last check that nothing here waited for. */
  #unasked = 0;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.loaded = this.#loading.promise;
    this.warm = this.#warming.promise;
    for (const promise of [this.loaded, this.warm]) promise.catch(() => {});
    this.#worker = new Worker(program, {
      name: options.data.key,
      workerData: options.data,
      env: { NODE_ENV: options.nodeEnv, ...compileCache() },
      argv: [],
      execArgv: [],
      stdin: false,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: ENGINE_LIMIT_MB, maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    // These streams are only drained: the faults report what Node itself writes there.
    this.#worker.stdout.resume();
    this.#worker.stderr.resume();
    guardPorts(
      this.#worker,
      () => this.#countUnasked(),
      (error) => this.#fault('malformed answer', error),
    );
    this.#worker.on('message', (message: unknown) => this.#take(message));
    this.#worker.on('messageerror', (error) => this.#fault('malformed answer', error));
    // The thread itself sends the kind of error in a message, which may come after this event, but before the next.
    let thrown: Error | undefined;
    this.#worker.on('error', (error) => (thrown = error));
    this.#worker.on('exit', (code) => {
      if (thrown) this.#fault(outOfMemory(thrown) ? 'too much memory' : 'uncaught exception', thrown);
      else this.#fault('ended itself', new Error(`The thread ended with status ${code}.`));
    });
  }

  /** `<remote>/<version>` */
  get key(): string {
    return this.#options.data.key;
  }

  /** How many pages are being rendered. */
  get pages(): number {
    return this.#pages.size;
  }

  render(job: PageJob): Promise<Rendering> {
    const { promise, resolve, reject } = Promise.withResolvers<Rendering>();
    if (this.hasEnded) {
      reject(new RemoteFault(`${this.#options.data.key} has ended.`));
      return promise;
    }
    const id = (this.#pageCount += 1);
    const page: OpenPage = { job, resolve, reject, calls: new Map(), callsMade: 0 };
    this.#pages.set(id, page);
    this.#tell({ type: 'render', id, url: job.url.href, form: job.form });
    job.shellData.then(
      (data) => this.#tell({ type: 'shell-data', id, data }),
      (error: unknown) => this.#close(id)?.reject(error),
    );
    const late = (): void => {
      const isHanging = this.#isPrompt() && page.calls.size === 0;
      this.#tell({ type: 'abort', id });
      this.#close(id)?.reject(new LatePage(isHanging));
    };
    job.signal.addEventListener('abort', late, { once: true });
    return promise.finally(() => job.signal.removeEventListener('abort', late));
  }

  /** Checks on the thread: call it several times a second. */
  check(): void {
    if (this.hasEnded) return;
    const now = performance.now();
    const unseenMs = now - this.#checkedAt;
    this.#checkedAt = now;
    this.#unasked = 0;
    if (this.#ping && unseenMs > HELD_UP_MS)
      Object.assign(this.#ping, { at: this.#ping.at + unseenMs, processCpu: processCpu() });
    void this.#checkMemory();
    if (!this.#ping) {
      this.#ping = { at: now, processCpu: processCpu() };
      this.#tell({ type: 'ping', count: (this.#pingCount += 1) });
    } else if (now - this.#ping.at > PROMPT_MS) {
      void this.#checkProgress(this.#ping, now);
    }
  }

  /** Ends the thread as a whole, with everything that it left behind. */
  async end(): Promise<void> {
    this.#closeAll(new RemoteFault(`${this.#options.data.key} was ended.`));
    await this.#worker.terminate();
  }

  #take(message: unknown): void {
    if (this.hasEnded) return;
    const { data, error } = fromThread.safeParse(message);
    if (!data) return this.#fault('malformed answer', error);
    if (!this.#isAsked(data)) this.#countUnasked();
    if (!this.hasEnded) this.#react(data);
  }

  #countUnasked(): void {
    this.#unasked += 1;
    if (this.#unasked > UNASKED_MAX) this.#fault('malformed answer', new Error('It sends message upon message.'));
  }

  /** Whether the message is about a page that is open, which has its own limit of calls. */
  #isAsked(message: FromThread): boolean {
    if (message.type === 'api-call')
      return (this.#pages.get(message.id)?.callsMade ?? CALLS_PER_PAGE_MAX) < CALLS_PER_PAGE_MAX;
    return (message.type === 'rendered' || message.type === 'failed') && this.#pages.has(message.id);
  }

  #react(message: FromThread): void {
    switch (message.type) {
      case 'loaded':
        this.isLoaded = true;
        return this.#loading.resolve();
      case 'warm':
        this.isWarm = true;
        return this.#warming.resolve();
      case 'not-loaded':
        return this.#fault('does not load', asError(message.error));
      case 'rendered':
        return this.#close(message.id)?.resolve(message.result);
      case 'failed':
        return this.#close(message.id)?.reject(asError(message.error));
      case 'api-call':
        return void this.#callApi(message);
      case 'api-abort':
        return this.#pages.get(message.id)?.calls.get(message.call)?.abort();
      case 'said':
        return this.#options.onLine(message);
      case 'pong':
        if (!this.#ping || message.count !== this.#pingCount) return;
        this.#answeredAfter = performance.now() - this.#ping.at;
        this.#ping = undefined;
        this.isWorn = message.resources > RESOURCES_MAX;
        return;
      case 'collected':
        this.#cpuWhenAbove = undefined;
        // What is left after collecting is not garbage.
        if (message.used > this.#options.memoryMb * 2 ** 20) this.#faultOfMemory(message.used);
        return;
      case 'uncaught':
        return this.#fault(
          message.origin === 'unhandledRejection' ? 'unhandled rejection' : 'uncaught exception',
          asError(message.error),
        );
    }
  }

  async #callApi({ id, call, request }: FromThread & { type: 'api-call' }): Promise<void> {
    const page = this.#pages.get(id);
    if (!page || page.callsMade >= CALLS_PER_PAGE_MAX) return;
    const abort = new AbortController();
    page.calls.set(call, abort);
    page.callsMade += 1;
    let answer: ApiAnswer | null = null;
    try {
      const { path, method, headers, body } = request;
      const init = { method, headers, signal: abort.signal, ...(body !== null && { body }) };
      // oxlint-disable-next-line no-restricted-properties -- all other calls come through here
      const response = await page.job.loaderContext.apiFetch(path, init);
      const bytes = await response.arrayBuffer();
      answer = { status: response.status, headers: [...response.headers], body: bytes.byteLength > 0 ? bytes : null };
    } catch {
      // The loader is told that the API was not reached.
    }
    page.calls.delete(call);
    this.#tell({ type: 'api-answer', id, call, answer }, answer?.body ? [answer.body] : []);
  }

  /** Whether it answers at once, so that a page that does not come is not the machine's fault. */
  #isPrompt(): boolean {
    const now = performance.now();
    if (now - this.#checkedAt > HELD_UP_MS) return false;
    return this.#answeredAfter < PROMPT_MS && (!this.#ping || now - this.#ping.at < PROMPT_MS);
  }

  async #checkMemory(): Promise<void> {
    const limit = this.#options.memoryMb * 2 ** 20;
    // Rejects before the thread runs and after it has ended.
    const heap = await this.#worker.getHeapStatistics().catch(() => undefined);
    if (!heap) return;
    const used = usedBytes(heap);
    const above = used / limit;
    if (above <= 1) return void (this.#cpuWhenAbove = undefined);
    if (above > 2 * FAR_ABOVE) return this.#faultOfMemory(used);
    const cpu = await this.#cpuMs();
    if (cpu === undefined) return;
    if (this.#cpuWhenAbove === undefined) {
      // The engine's own limit is far away, so the engine is in no hurry to collect.
      this.#cpuWhenAbove = cpu;
      this.#tell({ type: 'collect-garbage' });
    } else if (cpu - this.#cpuWhenAbove > (above > FAR_ABOVE ? FAR_ABOVE_CPU_MS : ABOVE_LIMIT_CPU_MS)) {
      this.#faultOfMemory(used);
    }
  }

  #faultOfMemory(used: number): void {
    const megabytes = Math.round(used / 2 ** 20);
    this.#fault('too much memory', new Error(`It used ${megabytes} MB; ${this.#options.memoryMb} are allowed.`));
  }

  /** A machine with other work may be slow; only a thread that uses processor time and does not answer is in a loop. */
  async #checkProgress(ping: Ping, now: number): Promise<void> {
    const silent = `It did not answer for ${Math.round(now - ping.at)} ms.`;
    // Some built-in functions cannot be interrupted, not even by the call to `cpuUsage` below.
    const isLooping = isBlocked(now - ping.at, processCpu() - ping.processCpu);
    if (isLooping) return this.#fault('endless loop', new Error(silent));
    const cpu = await this.#cpuMs();
    if (this.#ping !== ping || cpu === undefined) return;
    ping.cpu ??= cpu;
    if (cpu - ping.cpu > BLOCKED_CPU_MS) this.#fault('endless loop', new Error(silent));
  }

  /** Processor time that the thread has used, in milliseconds. */
  async #cpuMs(): Promise<number | undefined> {
    const usage = await this.#worker.cpuUsage().catch(() => undefined);
    return usage && milliseconds(usage);
  }

  #tell(message: ToThread, transfer: ArrayBuffer[] = []): void {
    if (!this.hasEnded) this.#worker.postMessage(message, transfer);
  }

  /** Closes a page that is no longer awaited. */
  #close(id: number): OpenPage | undefined {
    const page = this.#pages.get(id);
    this.#pages.delete(id);
    for (const call of page?.calls.values() ?? []) call.abort();
    return page;
  }

  #fault(reason: FaultReason, error: Error): void {
    if (this.hasEnded) return;
    const pages = [...this.#pages.values()].map(({ job }) => job.url.pathname);
    this.#closeAll(new RemoteFault(`${this.#options.data.key}: ${reason}.`, { cause: error }));
    void this.#worker.terminate();
    this.#options.onFault({ reason, error, pages });
  }

  #closeAll(reason: RemoteFault): void {
    this.hasEnded = true;
    for (const id of this.#pages.keys()) this.#close(id)?.reject(reason);
    this.#loading.reject(reason);
    this.#warming.reject(reason);
  }
}

/**
 * Whether to give up a thread that does not even tell how much processor time it used.
 * @param busyMs processor time of the whole process since then, in milliseconds
 */
export function isBlocked(silentMs: number, busyMs: number): boolean {
  return silentMs > (busyMs > BLOCKED_MS / 2 ? BLOCKED_MS : BLOCKED_FOR_SURE_MS);
}

/** Processor time that the process has used, in milliseconds. */
const processCpu = (): number => milliseconds(process.cpuUsage());

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000;

const outOfMemory = (error: unknown): boolean => (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY';

function asError({ message, stack }: ToldError): Error {
  return Object.assign(new Error(message), { stack: stack || message });
}
