/** The API's log: JSON lines on standard output. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { logFormat } from 'shared/node/telemetry/log-format';

/** @param destination where the lines go, standard output by default */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const format = logFormat('api', level);
  const options = { ...format, serializers: { ...format.serializers, busboyOptions: withoutHeaders } };
  return destination ? pino(options, destination) : pino(options);
}

/** Leaves out headers and cookies, which the upload library logs at level trace among its settings. */
function withoutHeaders({ limits }: { limits?: unknown }) {
  return { limits };
}
