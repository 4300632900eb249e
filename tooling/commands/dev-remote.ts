/**
 * `npm run dev -w mf-blog`: one remote alone in a standalone frame, with the API. With `--site` and `--releases`: the
 * remote's sources in the running site, with other remotes from its release store (decision 071).
 */
import { commandArguments, nothingMore } from '../processes/arguments.ts';
import { CommandError, endWith } from '../processes/command-error.ts';
import {
  apiProgram,
  portsOf,
  remoteProgram,
  requireReady,
  runPrograms,
  shellProgram,
} from '../development/programs.ts';
import { readRunningSite } from '../development/running-site.ts';
import { STANDALONE_MODE } from '../vite/remote.ts';
import { ensureBuilt, shellTarget } from '../build/ensure-built.ts';
import { devPorts } from '../workspace/dev-ports.ts';
import { remoteNamed } from '../workspace/remotes.ts';

try {
  const { name, site, releases } = readWords();
  const ports = devPorts();
  const own = { [name]: ports.remotes[name]! };
  const command = `npm run dev -w ${name}`;
  if (site === undefined) {
    if (releases !== undefined) throw new CommandError('--releases needs --site, which names the running site.');
    await requireReady(portsOf({ api: ports.api, remotes: own }), command);
    await runPrograms([apiProgram(own[name]!), remoteProgram(name, STANDALONE_MODE)]);
  } else {
    const running = await readRunningSite({ site, releases: releases ?? (process.env.RELEASES_URL || undefined) });
    await requireReady(portsOf({ site: ports.site, remotes: own }), command);
    await ensureBuilt([shellTarget], console.log);
    await runPrograms([
      remoteProgram(name),
      shellProgram(name, { SITE_URL: running.site, RELEASES_URL: running.releases }),
    ]);
  }
} catch (error) {
  endWith(error);
}

function readWords(): { name: string; site: string | undefined; releases: string | undefined } {
  const usage = 'Allowed: --site https://… --releases https://… or file:…';
  const options = { site: { type: 'string' }, releases: { type: 'string' } } as const;
  const { values, positionals } = commandArguments({ options }, usage);
  const [name, ...more] = positionals;
  nothingMore(more, usage);
  return { name: remoteNamed(name), site: values.site, releases: values.releases };
}
