/** The API's log: JSON lines on standard output. */
import { type DestinationStream, type Logger, pino } from 'pino';

/** @param destination where the lines go, standard output by default */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { name: 'api', level, serializers: { err: errorForLog, busboyOptions: withoutHeaders } };
  return destination ? pino(options, destination) : pino(options);
}

/** At level trace the library for uploads tells its settings, with the request's headers and so its cookies among them. */
function withoutHeaders({ limits }: { limits?: unknown }) {
  return { limits };
}

/** Database drivers hang the failing values on their errors: only what names the failure is logged. */
function errorForLog(error: Error & { code?: unknown }) {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.cause instanceof Error ? { cause: error.cause.message } : {}),
  };
}
