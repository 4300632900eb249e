import { RefusedRequest } from '../http/refused-request.ts';

/**
 * The form of both servers' logs, as options of pino: JSON lines on standard output, one name for one thing.
 *
 *     {"level":"info","time":"2026-11-22T14:00:00.000Z","service":"shell","requestId":"…","message":"answered",…}
 */
export interface LogFormat {
  level: string;
  base: { service: string };
  messageKey: string;
  timestamp: () => string;
  formatters: { level: (label: string) => object };
  serializers: { err: (error: Error & { code?: unknown }) => LoggedError };
}

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/** Name of the request's id in each line that was written for a request. */
export const REQUEST_ID_LABEL = 'requestId';

/** @param service `shell` or `api` @param level as pino names them */
export function logFormat(service: string, level: string): LogFormat {
  return {
    level,
    base: { service },
    messageKey: 'message',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: errorForLog },
  };
}

/** One line in the same form, for what happens before there is a log. */
export function logLine(service: string, level: 'warn' | 'error', message: string): string {
  return `${JSON.stringify({ level, time: new Date().toISOString(), service, message })}\n`;
}

/** Database drivers attach the failing values to their errors, so only what identifies the failure is logged. */
function errorForLog(error: Error & { code?: unknown }): LoggedError {
  return {
    type: error.name,
    message: error.message,
    // A refusal is about what a client did: where it was noticed tells nothing.
    stack: error instanceof RefusedRequest ? '' : (error.stack ?? ''),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
  };
}
