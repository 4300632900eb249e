/** How a deployable's server starts and stops, the same for the shell's server and the API. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endTracing } from '../telemetry/tracing.ts';

/** How long requests in flight may take to finish after a stop was asked for, in milliseconds. */
const STOP_DEADLINE_MS = 10_000;
/** How long the last spans of traces may take to be sent, and what is left of the deadline then, in milliseconds. */
const TRACES_DEADLINE_MS = 3_000;
const LAST_MOMENT_MS = 250;
/**
 * Requests that are on their way when a stop is asked for, on new connections and on those that are kept alive, would
 * be cut off by closing: so many times the server looks once more first, at this distance in milliseconds.
 */
const LAST_LOOKS = 3;
/** And on, while connections keep coming: Node takes one from the system's queue in each turn of a busy event loop. */
const LAST_LOOKS_MAX = 30;
const LAST_LOOK_MS = 100;

interface ServeOptions {
  /** Said in messages: 'API'. */
  name: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The variable that sets the port, named when it is busy. */
  portVariable?: string;
  /** What is still to be done before the process is ready, while it listens and answers already. */
  beforeReady?: () => Promise<void>;
  /** Runs when a stop is asked for: what would keep `beforeReady` waiting shall end. */
  onStop?: () => void;
  /** Runs after the last request has been answered and the app's own `onClose` hooks are done. */
  onClose?: () => void | Promise<void>;
}

/** What a parent process hears through `process.on('message')` when the server accepts requests. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}

/**
 * Listens, does what is to be done first, tells the parent process when ready, and stops gracefully on SIGTERM, SIGINT
 * or when the parent is gone: what is on its way is taken for a moment longer, requests in flight are answered, then
 * exit status 0; at once when it does not listen yet. A second signal, or ten seconds, ends it at once with status 1. A
 * busy port is said in one sentence, with status 1.
 *
 * Create the app with `return503OnClosing: false`: a request that arrives on an open connection during the stop
 * is then answered as usual.
 * @returns the port it listens on
 */
export async function serve(app: FastifyInstance, options: ServeOptions): Promise<number> {
  const { name, host, port, portVariable = 'PORT', beforeReady } = options;
  const isNotToListen = stopOnSignal(app, options);
  try {
    await app.listen({ host, port, signal: isNotToListen });
    // The process is about to end.
    if (isNotToListen.aborted) await new Promise(() => {});
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    console.error(
      `${name}: port ${port} is in use by another program. Stop that program, or set ${portVariable} to a free port.`,
    );
    process.exit(1);
  }
  const bound = app.server.address();
  const listening = typeof bound === 'object' && bound ? bound.port : port;
  await beforeReady?.();
  const ready: ReadyMessage = { type: 'ready', port: listening };
  process.send?.(ready);
  return listening;
}

/** @returns aborts when a stop is asked for before the app listens */
function stopOnSignal(app: FastifyInstance, { onStop, onClose }: ServeOptions): AbortSignal {
  const isNotToListen = new AbortController();
  let stopping = false;
  const connections = openConnections(app);
  const stop = async (reason: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    app.log.info({ reason }, 'stopping');
    const deadline = performance.now() + STOP_DEADLINE_MS - LAST_MOMENT_MS;
    setTimeout(() => {
      app.log.warn('requests did not finish in time, stopping anyway');
      process.exit(1);
    }, STOP_DEADLINE_MS).unref();
    try {
      onStop?.();
      if (app.server.listening) {
        connections.endWhenAnswered();
        if (await hasConnections(app)) await lookOnceMore(app);
        connections.endIdle();
        await app.close();
      } else {
        // Closing would wait for the end of the start, and nobody has been served.
        isNotToListen.abort();
      }
      await onClose?.();
      await endTracing(Math.min(TRACES_DEADLINE_MS, deadline - performance.now()));
      process.exit(0);
    } catch (error) {
      app.log.error(error, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  if (process.send) process.once('disconnect', () => void stop('parent process is gone'));
  return isNotToListen.signal;
}

async function hasConnections({ server }: FastifyInstance): Promise<boolean> {
  return await new Promise((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)));
}

/** Between two timers Node reads from all sockets: however busy the machine is, what had come is known. */
async function lookOnceMore({ server }: FastifyInstance): Promise<void> {
  let isQuiet = false;
  server.on('connection', () => (isQuiet = false));
  for (let look = 0; look < LAST_LOOKS || (!isQuiet && look < LAST_LOOKS_MAX); look += 1) {
    isQuiet = true;
    await new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS));
  }
}

interface Connections {
  /** From now on an answer ends its connection. */
  endWhenAnswered: () => void;
  /** From now on a connection without a request is ended, also one whose request is sent but not read yet. */
  endIdle: () => void;
}

/** The server waits for its connections, and one that is kept alive would hold it up after its last answer. */
function openConnections({ server }: FastifyInstance): Connections {
  const open = new Set<ServerResponse>();
  let stopping = false;
  let closing = false;
  // Before the app: it may have answered when it returns.
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    if (stopping) response.setHeader('connection', 'close');
    response.once('close', () => {
      open.delete(response);
      // Node calls a connection idle once its answer is given, although it may only leave when this turn ends.
      if (closing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    endWhenAnswered: () => {
      stopping = true;
      for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
    },
    endIdle: () => {
      closing = true;
    },
  };
}
