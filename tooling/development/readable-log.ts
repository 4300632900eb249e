/** A server's log, to be read while working: what happened, where, and the error as Node prints it. */

interface LogLine {
  level: string;
  message: string;
  remote?: string;
  /** What a browser met. */
  error?: string;
  err?: { stack?: string };
}

/** Levels that mean no trouble. */
const QUIET = ['trace', 'debug', 'info'];

/** Takes lines of JSON, as the servers write them. */
export const readableLog = {
  write(line: string): void {
    const { level, message, remote, error, err } = JSON.parse(line) as LogLine;
    const told = [remote, message, error].filter(Boolean).join(': ') + (err?.stack ? `\n${err.stack}` : '');
    if (QUIET.includes(level)) console.log(told);
    else console.error(told);
  },
};
