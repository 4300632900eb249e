/** The API's log: JSON lines on standard output. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { logFormat } from 'shared/node/log-format';

/** @param destination where the lines go, standard output by default */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = logFormat('api', level);
  return destination ? pino(options, destination) : pino(options);
}
