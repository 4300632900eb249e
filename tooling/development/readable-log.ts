/** A server's log, to be read while working: what happened, where, and the error as Node prints it. */

interface LogLine {
  level: number;
  msg: string;
  remote?: string;
  err?: { stack?: string };
}

/** Level of warnings, as the servers number them. */
const WARNING = 40;

/** Takes lines of JSON, as the servers write them. */
export const readableLog = {
  write(line: string): void {
    const { level, msg, remote, err } = JSON.parse(line) as LogLine;
    const told = [remote, msg].filter(Boolean).join(': ') + (err?.stack ? `\n${err.stack}` : '');
    if (level >= WARNING) console.error(told);
    else console.log(told);
  },
};
