/**
 * The program of a release's thread: one release's server bundle and the shell's own part, which renders it. It has
 * access to no secret, no network and no file; it asks the serving thread for what loaders need from the API.
 */
import v8 from 'node:v8';
import vm from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import type { RouteObject } from 'react-router-dom';
import type { ServerLoaderContext, ShellData } from 'shared/contracts/shell';
import { confine } from 'shared/releases/confinement';
import { evaluateServerBundle } from 'shared/releases/server-bundle';
import type * as EntryServer from '../../src/entry-server.tsx';
import { CALLS_PER_PAGE_MAX, LineBudget, TEXT_MAX } from './limits.ts';
import type { ApiAnswer, ApiCall, FromThread, ThreadData, ToldError, ToThread } from './messages.ts';
import { requestOf, responseOf } from './renderer.ts';
import { usedBytes } from './used-bytes.ts';

/** Longest time that the warm-up waits for its page, in milliseconds. */
const WARM_UP_MS = 500;

interface OpenPage {
  abort: AbortController;
  shellData: PromiseWithResolvers<ShellData>;
  /** Calls to the API that have not been answered yet. */
  calls: Map<number, PromiseWithResolvers<ApiAnswer | null>>;
  callsMade: number;
}

const port = parentPort!;
const { key, name, version, source, entry, warmUp, shellData } = workerData as ThreadData;
const { renderPage } = (await import(entry)) as typeof EntryServer;
const open = new Map<number, OpenPage>();
const resources = process.getActiveResourcesInfo.bind(process);
// A release may replace the clock of its realm.
const now = performance.now.bind(performance);
const lines = new LineBudget(now());
// Out of reach after `confine`. The shell is started with the switch: set later, it makes Node recompile everything.
const collectGarbage = globalThis.gc ?? exposedCollector();
let routes: RouteObject[] = [];
let calls = 0;

process.on('uncaughtExceptionMonitor', (error, origin) => tell({ type: 'uncaught', origin, error: told(error) }));
port.on('message', take);
confine(say);
try {
  ({ routes } = await evaluateServerBundle(key, source));
  tell({ type: 'loaded' });
  await warm();
  tell({ type: 'warm' });
} catch (error) {
  tell({ type: 'not-loaded', error: told(error) });
}

function exposedCollector(): () => void {
  v8.setFlagsFromString('--expose-gc');
  return vm.runInNewContext('gc') as () => void;
}

function tell(message: FromThread): void {
  port.postMessage(message);
}

function say(line: string): void {
  const dropped = lines.take(now());
  if (dropped !== undefined) tell({ type: 'said', line: line.slice(0, TEXT_MAX), dropped });
}

function take(message: ToThread): void {
  if (message.type === 'ping') return tell({ type: 'pong', count: message.count, resources: resources().length });
  if (message.type === 'collect-garbage') {
    collectGarbage();
    return tell({ type: 'collected', used: usedBytes(v8.getHeapStatistics()) });
  }
  if (message.type === 'render') return void render(message);
  const page = open.get(message.id);
  if (message.type === 'shell-data') page?.shellData.resolve(message.data);
  else if (message.type === 'abort') page?.abort.abort();
  else page?.calls.get(message.call)?.resolve(message.answer);
}

async function render({ id, url, form }: ToThread & { type: 'render' }): Promise<void> {
  const page: OpenPage = {
    abort: new AbortController(),
    shellData: Promise.withResolvers(),
    calls: new Map(),
    callsMade: 0,
  };
  open.set(id, page);
  try {
    const rendered = await renderPage({
      request: requestOf(url, form, page.abort.signal),
      remote: { name, version, routes },
      shellData: page.shellData.promise,
      loaderContext: { apiFetch: (path, init) => callApi(id, page, path, init) },
    });
    tell({ type: 'rendered', id, result: rendered instanceof Response ? responseOf(rendered) : rendered });
  } catch (error) {
    tell({ type: 'failed', id, error: told(error) });
  } finally {
    open.delete(id);
    page.abort.abort();
    for (const call of page.calls.values()) call.resolve(null);
  }
}

/**
 * The answer comes from the serving thread, which asks in the visitor's name. It hears nothing of calls that are too
 * many or that come after the page: a loop of them would keep it busy.
 */
async function callApi(id: number, page: OpenPage, path: string, init: RequestInit = {}): Promise<Response> {
  const { signal } = init;
  const request = asSimpleData(path, init) ?? (await asData(path, init));
  // Only now: reading a form takes a while.
  signal?.throwIfAborted();
  page.callsMade += 1;
  if (page.callsMade > CALLS_PER_PAGE_MAX || page.abort.signal.aborted) throw new TypeError('fetch failed');
  const call = (calls += 1);
  const answered = Promise.withResolvers<ApiAnswer | null>();
  page.calls.set(call, answered);
  const abort = (): void => {
    tell({ type: 'api-abort', id, call });
    answered.reject(signal!.reason);
  };
  signal?.addEventListener('abort', abort, { once: true });
  try {
    tell({ type: 'api-call', id, call, request });
    const answer = await answered.promise;
    if (!answer) throw new TypeError('fetch failed');
    const { body, ...head } = answer;
    return new Response(body, head);
  } finally {
    signal?.removeEventListener('abort', abort);
    page.calls.delete(call);
  }
}

/** A call as data without making a Request, which takes a while; undefined for the few that need one. */
function asSimpleData(path: string, { method = 'GET', headers = {}, body = null }: RequestInit): ApiCall | undefined {
  const isPlain = Object.getPrototypeOf(headers) === Object.prototype;
  if (!isPlain || !(body === null || typeof body === 'string')) return undefined;
  return { path, method, headers: Object.entries(headers), body };
}

async function asData(path: string, init: RequestInit): Promise<ApiCall> {
  const request = new Request(new URL(path, 'http://api'), init);
  const body = request.body ? await request.arrayBuffer() : null;
  return { path, method: request.method, headers: [...request.headers], body };
}

/**
 * Lets the engine compile what pages need, by one of them: the others then take little longer than if they had been
 * rendered as well (decision 151). It serves no visitor: there is no data, and real visits will show any failures.
 */
async function warm(): Promise<void> {
  if (warmUp === undefined) return;
  const apiFetch: ServerLoaderContext['apiFetch'] = async () => {
    throw new TypeError('fetch failed');
  };
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, WARM_UP_MS);
  const abort = new AbortController();
  const rendering = renderPage({
    request: requestOf(warmUp, undefined, abort.signal),
    remote: { name, version, routes },
    shellData: Promise.resolve(shellData),
    loaderContext: { apiFetch },
  });
  await Promise.race([rendering, late.promise]).catch(() => {});
  rendering.catch(() => {});
  clearTimeout(timer);
  abort.abort();
}

/** Describes what was thrown, which can be anything, even something that cannot be read. */
function told(error: unknown): ToldError {
  try {
    if (!(error instanceof Error)) return { message: String(error).slice(0, TEXT_MAX), stack: '' };
    const causes: string[] = [];
    for (let next: unknown = error; next instanceof Error && causes.length < 5; next = next.cause)
      causes.push(String(next.stack));
    const cause = error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return {
      message: `${error.message}${cause}`.slice(0, TEXT_MAX),
      stack: causes.join('\ncaused by ').slice(0, TEXT_MAX),
    };
  } catch {
    return { message: 'something that cannot be read was thrown', stack: '' };
  }
}
