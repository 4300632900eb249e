/** What must be there before servers start. If it is not, a sentence reports it within seconds, not a server's log. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { innermostMessage } from '../../shared/node/innermost-message.ts';
import { CommandError } from './command-error.ts';
import { isPortFree } from './free-port.ts';

/** Longest wait for another machine, in milliseconds. */
const PATIENCE_MS = 4_000;

/** Between these are the ports that are proposed; some follow the one that `DEV_PORT` names. */
const [FIRST_PORT, PORTS_END] = [3_000, 65_400];

interface Surroundings {
  DATA_DIR: string;
  DATABASE_URL?: string | undefined;
  /** Looked for when it is a static host. */
  RELEASES_URL?: string | undefined;
}

/** @throws CommandError */
export async function requireSurroundings({ DATA_DIR, DATABASE_URL, RELEASES_URL }: Surroundings): Promise<void> {
  await Promise.all([
    requireWritable(DATA_DIR),
    DATABASE_URL && requireDatabase(DATABASE_URL),
    RELEASES_URL && /^https?:/.test(RELEASES_URL) && requireStore(RELEASES_URL),
  ]);
}

/** A port, and the variable that moves it. */
type PortOf = readonly [number, string];

/** @param command that is to be tried with other ones: `npm start` */
export async function requireFreePorts(ports: Iterable<PortOf>, command: string): Promise<void> {
  const wanted = new Map<number, string>();
  const twice: PortOf[] = [];
  for (const [port, variable] of ports) {
    if (port === 0) continue;
    if (wanted.has(port)) twice.push([port, variable]);
    else wanted.set(port, variable);
  }
  for (const [port, variable] of twice) {
    const both = `because of ${wanted.get(port)} and of ${variable}`;
    const other = await freed([[port, variable]], wanted);
    throw new CommandError(`Port ${port} would be taken twice, ${both}; choose another one: ${other} ${command}`);
  }
  const busy: PortOf[] = [];
  for (const each of wanted) if (!(await isPortFree(each[0]))) busy.push(each);
  if (busy.length === 0) return;
  const numbers = busy.map(([port]) => port);
  const [areBusy, others] = busy.length === 1 ? ['Port $ is', 'another one'] : ['Ports $ are', 'others'];
  const listing = numbers.map((port) => `-i :${port}`).join(' ');
  throw new CommandError(
    `${areBusy.replace('$', numbers.join(', '))} in use. Stop what listens there (lsof ${listing}), or choose ${others}: ${await freed(busy, wanted)} ${command}`,
  );
}

/** Variables that lead to free ports instead, as a command begins with them. @param wanted stay as they are */
async function freed(ports: PortOf[], wanted: Map<number, string>): Promise<string> {
  const chosen = new Map<string, number>();
  for (const [port, variable] of ports) {
    if (chosen.has(variable)) continue;
    const step = variable === 'DEV_PORT' ? 100 : 1;
    const after = (before: number) => (before + step < PORTS_END ? before + step : FIRST_PORT);
    let other = after(port);
    while (wanted.has(other) || [...chosen.values()].includes(other) || !(await isPortFree(other)))
      other = after(other);
    chosen.set(variable, other);
  }
  return [...chosen].map(([variable, port]) => `${variable}=${port}`).join(' ');
}

async function requireWritable(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new CommandError(
      `DATA_DIR is ${JSON.stringify(folder)}, which cannot be written (${reason(error)}). Set it to a folder that you own.`,
    );
  }
}

async function requireDatabase(url: string): Promise<void> {
  // Large, and not needed where the database is a file.
  const [{ sql }, { openDatabase }] = await Promise.all([import('kysely'), import('../../api/src/database/open.ts')]);
  const db = openDatabase({ dataDir: '', url });
  try {
    await inTime(sql`select 1`.execute(db));
  } catch (error) {
    const shown = url.replace(/^.*@/s, '…@');
    throw new CommandError(
      `The database at DATABASE_URL (${shown}) cannot be used: ${reason(error)}. Start it, or leave DATABASE_URL out to use the embedded one.`,
    );
  } finally {
    void db.destroy().catch(() => {});
  }
}

async function requireStore(url: string): Promise<void> {
  const registry = `${url}/registry.json`;
  try {
    const { ok, status } = await fetch(registry, { signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!ok) throw new Error(`it answered ${status}`);
  } catch (error) {
    throw new CommandError(
      `The release store at RELEASES_URL cannot be read: ${registry}: ${reason(error)}. Name one that can be read, or leave RELEASES_URL out to use the one in DATA_DIR.`,
    );
  }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${PATIENCE_MS / 1_000} s`)), PATIENCE_MS);
  work.catch(() => {});
  return await Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}

function reason(error: unknown): string {
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  return isLate ? `no answer within ${PATIENCE_MS / 1_000} s` : innermostMessage(error);
}
