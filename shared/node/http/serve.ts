/** How a deployable's server starts and stops, the same for the shell's server and the API. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endTracing } from '../telemetry/tracing.ts';

/** How long requests in flight may take to finish after a stop was asked for, in milliseconds. */
const STOP_DEADLINE_MS = 10_000;
/**
 * How long sending the last spans of traces may take, and how much of the deadline is kept in reserve, in milliseconds.
 */
const TRACES_DEADLINE_MS = 3_000;
const LAST_MOMENT_MS = 250;
/**
 * Closing would cut off requests that are on their way when a stop is asked for, on new connections and on those that
 * are kept alive. So the server first looks again this many times, `LAST_LOOK_MS` milliseconds apart.
 */
const LAST_LOOKS = 3;
/** The most looks, while connections keep coming: a busy event loop takes only one a turn from the system's queue. */
const LAST_LOOKS_MAX = 30;
const LAST_LOOK_MS = 100;

/** The most turns of the event loop to wait for one with nothing to do. */
const LAST_TURNS_MAX = 200;

interface ServeOptions {
  /** The server's name in messages: 'API'. */
  name: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** The variables that set the host and the port, named when the server cannot listen there. */
  hostVariable?: string;
  portVariable?: string;
  /** Work that must be done before the process is ready; it listens and answers already. */
  beforeReady?: () => Promise<void>;
  /** Runs when a stop is asked for; it should end whatever keeps `beforeReady` waiting. */
  onStop?: () => void;
  /** Runs after the last request has been answered and the app's own `onClose` hooks are done. */
  onClose?: () => void | Promise<void>;
}

/** The message that a parent process gets through `process.on('message')` when the server accepts requests. */
export interface ReadyMessage {
  type: 'ready';
  port: number;
}

/**
 * Listens, runs `beforeReady`, tells the parent process when ready, and stops gracefully on SIGTERM, SIGINT or when the
 * parent is gone: for a moment it still accepts what is on its way, it answers requests in flight, then exits with
 * status 0. If it does not listen yet, it exits at once. A second signal, or ten seconds, ends it at once with status
 * 1. A host or a port that is taken or unknown is reported in one sentence, with status 1.
 *
 * Create the app with `return503OnClosing: false`: a request that arrives on an open connection during the stop is then
 * answered as usual.
 * @returns the port it listens on
 */
export async function serve(app: FastifyInstance, options: ServeOptions): Promise<number> {
  const { name, host, port, hostVariable = 'HOST', portVariable = 'PORT', beforeReady } = options;
  const isNotToListen = stopOnSignal(app, options);
  try {
    await app.listen({ host, port, signal: isNotToListen });
    // The process is about to end.
    if (isNotToListen.aborted) await new Promise(() => {});
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (syscall !== 'listen' && syscall !== 'getaddrinfo') throw error;
    console.error(
      code === 'EADDRINUSE'
        ? `${name}: port ${port} is in use by another program. Stop that program, or set ${portVariable} to a free port.`
        : `${name} cannot listen: ${message}. Set ${hostVariable} to an IP address of this machine, and ${portVariable} to a port that this user may have.`,
    );
    process.exit(1);
  }
  const bound = app.server.address();
  const listening = typeof bound === 'object' && bound ? bound.port : port;
  await beforeReady?.();
  const ready: ReadyMessage = { type: 'ready', port: listening };
  // A parent that has gone by now hears nothing, and the server is being stopped.
  process.send?.(ready, undefined, undefined, () => {});
  return listening;
}

/** @returns a signal that aborts when a stop is asked for before the app listens */
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
        await stopListening(app);
        await app.close();
      } else {
        // Closing would wait for the start to finish, and no request has been served yet.
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
  const stopWithoutParent = () => void stop('parent process is gone');
  if (process.connected) process.once('disconnect', stopWithoutParent);
  else if (process.send) stopWithoutParent();
  return isNotToListen.signal;
}

async function hasConnections({ server }: FastifyInstance): Promise<boolean> {
  return await new Promise((resolve) => server.getConnections((error, count) => resolve(!error && count > 0)));
}

/** Lets Node read from all sockets, as it does between two timers: then everything that had arrived is seen. */
async function lookOnceMore({ server }: FastifyInstance): Promise<void> {
  const look = () => new Promise((resolve) => setTimeout(resolve, LAST_LOOK_MS));
  await untilQuiet(server, ['connection'], { pause: look, least: LAST_LOOKS, most: LAST_LOOKS_MAX });
}

/**
 * What is in the system's queue when the server stops listening is reset. So that happens in a turn of the event loop
 * in which there was nothing to do, right after it looked.
 * @returns once all connections have ended
 */
async function stopListening({ server }: FastifyInstance): Promise<void> {
  const endOfTurn = () => new Promise((resolve) => setImmediate(resolve));
  // The first one only ends the turn that has begun.
  await endOfTurn();
  await untilQuiet(server, ['connection', 'request'], { pause: endOfTurn, least: 1, most: LAST_TURNS_MAX });
  await new Promise((resolve) => server.close(resolve));
}

/** Pauses at least `least` times, and until none of the events came during a pause, but at most `most` times. */
async function untilQuiet(
  server: FastifyInstance['server'],
  events: string[],
  { pause, least, most }: { pause: () => Promise<unknown>; least: number; most: number },
): Promise<void> {
  let isQuiet = false;
  for (const event of events) server.on(event, () => (isQuiet = false));
  for (let pauses = 0; pauses < least || (!isQuiet && pauses < most); pauses += 1) {
    isQuiet = true;
    await pause();
  }
}

interface Connections {
  /** From now on an answer ends its connection. */
  endWhenAnswered: () => void;
  /** From now on a connection without a request is ended, including one whose request is sent but not read yet. */
  endIdle: () => void;
}

/** Ends connections after their last answer: the server waits for them, and one kept alive would hold it up. */
function openConnections({ server }: FastifyInstance): Connections {
  const open = new Set<ServerResponse>();
  let stopping = false;
  let closing = false;
  // Before the app's own listener, which may have answered by the time it returns.
  server.prependListener('request', (_request, response: ServerResponse) => {
    open.add(response);
    if (stopping) response.setHeader('connection', 'close');
    response.once('close', () => {
      open.delete(response);
      // Node counts a connection as idle once its answer is given, although the answer may not leave before this turn
      // ends.
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
