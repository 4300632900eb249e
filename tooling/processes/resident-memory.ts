/** How much memory another process holds. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * In megabytes. Linux tells it in a file, so a test may ask every few milliseconds; elsewhere `ps` is started.
 * @throws when there is no such process
 */
export function residentMegabytes(pid: number): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  if (kilobytes === undefined) throw new Error(`Process ${pid} has ended.`);
  return Number(kilobytes) / 1024;
}
