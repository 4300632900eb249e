/**
 * Takes from a thread what a remote's code has no use for: the network, files, the process, other threads. Runs in a
 * worker thread before any of that code does, and after everything that the shell itself loads there.
 */

const words = (text: string): string[] => text.trim().split(/\s+/);

/**
 * Globals that stay, besides those of the language. Anything not listed is removed, even if a later version of Node
 * adds it.
 */
const KEPT = words(`
  AbortController AbortSignal Blob Buffer DOMException Event EventTarget File FormData Headers ReadableStream Request
  Response TextDecoder TextEncoder TransformStream URL URLSearchParams WritableStream atob btoa clearImmediate
  clearInterval clearTimeout crypto performance queueMicrotask setImmediate setInterval setTimeout structuredClone`);
/** Globals of the language; `WebAssembly`, `SharedArrayBuffer` and `Atomics` are left out. */
const LANGUAGE = words(`
  AggregateError Array ArrayBuffer AsyncDisposableStack BigInt BigInt64Array BigUint64Array Boolean DataView Date
  DisposableStack Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity Int16Array
  Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp
  Set String SuppressedError Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray
  WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
  parseFloat parseInt undefined unescape`);

/** Functions that Node's own code calls on its process object. None of them reaches outside of the thread. */
const KEPT_OF_PROCESS = words('_fatalException cwd emitWarning exit hrtime memoryUsage nextTick reallyExit uptime');
/** Objects of the process object that know about files or the command line. */
const TAKEN_OF_PROCESS = words('argv execArgv finalization moduleLoadList report stdin');

/** Receives what is written to `console`, one line at a time. */
export type SayLine = (line: string) => void;

/**
 * Cannot be undone. Code that loads later finds a `process` whose environment is empty except for `NODE_ENV`. Whatever
 * Node or the shell needs to load in this thread must be loaded before.
 */
export function confine(say: SayLine): void {
  const real = process;
  const environment = Object.freeze({ NODE_ENV: real.env.NODE_ENV });
  // Node loads these on first use, which leaves behind a way to the network: used now, so that it is taken below.
  for (const lazy of [Blob, FormData, Headers, Request, Response]) void lazy.prototype;
  void new Response('').text();

  const kept = new Set<string | symbol>([...LANGUAGE, ...KEPT, Symbol.toStringTag]);
  for (const key of Reflect.ownKeys(globalThis)) if (!kept.has(key)) take(globalThis, key);
  // Through patched prototypes that Node's own code uses, code can still get at this object, so it is emptied as well.
  for (const key of TAKEN_OF_PROCESS) take(real, key);
  for (const key of Reflect.ownKeys(real)) {
    if (typeof Reflect.get(real, key) === 'function' && !KEPT_OF_PROCESS.includes(String(key))) take(real, key);
  }
  for (const key of Object.keys(real.env)) delete real.env[key];
  giveEmptyMemory();

  define('process', Object.freeze({ env: environment }));
  const line = (...values: unknown[]): void => say(values.map(text).join(' '));
  const names = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;
  // Not frozen: libraries replace its functions for a moment, and it belongs to this thread alone.
  define('console', Object.fromEntries(names.map((name) => [name, line])));
}

function take(from: object, key: string | symbol): void {
  // Some cannot be removed, only overwritten.
  if (!Reflect.deleteProperty(from, key)) Reflect.set(from, key, undefined);
}

/** Makes all buffers begin empty: otherwise they would show what other threads left there, cookies and secrets. */
function giveEmptyMemory(): void {
  const instead = { allocUnsafe: Buffer.alloc, allocUnsafeSlow: Buffer.alloc, poolSize: 0 };
  for (const [name, value] of Object.entries(instead))
    Object.defineProperty(Buffer, name, { value, writable: false, configurable: false });
}

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
}

function text(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
