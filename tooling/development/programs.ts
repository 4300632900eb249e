/** The programs that development consists of, run side by side until one fails or Ctrl-C. */
import { concurrently } from 'concurrently';
import { readApiEnv } from '../../api/src/env.ts';
import { readShellEnv } from '../../shell/server/env.ts';
import { requireFreePorts, requireSurroundings } from '../processes/preconditions.ts';
import type { DevPorts } from '../workspace/dev-ports.ts';
import { repositoryRoot } from '../workspace/root.ts';

export interface Program {
  /** Comes before each of its lines. */
  name: string;
  command: string;
  env?: Record<string, string>;
}

/** By its name, as Vite is: a shell reads these commands, to which a checkout's path may mean something (`$`). */
const node = (...words: string[]): string => ['node', ...words].join(' ');

/** Started again when what Node has imported for it changes. */
const watched = (...words: string[]): string => node('tooling/development/watched.ts', ...words);

/** The API on its sources: started again when they change. @param site where its pages are */
export function apiProgram(site: number, env: Record<string, string> = {}): Program {
  return {
    name: 'api',
    command: watched('api/src/server.ts'),
    env: { PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${site}`, ...env },
  };
}

/** A remote's dev server. @param mode of Vite; the ordinary one serves the site */
export function remoteProgram(name: string, mode?: string): Program {
  return { name, command: `vite ${name} --config ${name}/vite.config.ts${mode ? ` --mode ${mode}` : ''}` };
}

/**
 * The site on its sources. What pages are made of reaches it through Vite, without a start.
 * @param remote see `shell.ts`
 */
export function shellProgram(remote = '', env: Record<string, string> = {}): Program {
  return { name: 'shell', command: watched('tooling/development/shell.ts', remote), env };
}

/** A program of this repository. */
export function ownProgram(name: string, file: string, ...words: string[]): Program {
  return { name, command: node(file, ...words) };
}

/** Ports with the variable that moves each: those that the programs are about to take. */
export function portsOf({ site, api, gallery, provider, remotes }: Partial<DevPorts>): [number, string][] {
  const development = [gallery, provider, ...Object.values(remotes ?? {})].map((port) => [port, 'DEV_PORT'] as const);
  const all = [[site, 'PORT'] as const, [api, 'API_PORT'] as const, ...development];
  return all.flatMap(([port, variable]): [number, string][] => (port === undefined ? [] : [[port, variable]]));
}

/**
 * What every development command checks before it starts anything.
 * @param command as it is typed
 * @throws CommandError, EnvError
 */
export async function requireReady(ports: [number, string][], command: string): Promise<void> {
  const { DATA_DIR } = readShellEnv({ ...process.env, NODE_ENV: 'development' });
  const { DATABASE_URL } = readApiEnv({ ...process.env, NODE_ENV: 'development' });
  await requireFreePorts(ports, command);
  await requireSurroundings({ DATA_DIR, DATABASE_URL });
}

/** @returns when all have ended; the process ends with status 1 when one of them failed */
export async function runPrograms(programs: Program[]): Promise<void> {
  const { result } = concurrently(
    // With NODE_ENV=production, as servers have it, Vite's pages would not start in browsers.
    programs.map(({ env = {}, ...program }) => ({ ...program, env: { ...env, NODE_ENV: 'development' } })),
    { cwd: repositoryRoot, prefix: 'name', prefixColors: 'auto', killOthersOn: ['failure'] },
  );
  await result.catch(() => process.exit(1));
}
