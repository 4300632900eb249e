#!/usr/bin/env node
/**
 * `portloom-release`, in the folder of a remote that has a repository of its own: builds it and makes it current in the
 * store that `RELEASES_URL` names; `--traffic 10` gives it to ten percent of the visitors, `--preview` to nobody. Its
 * name is that of its package.json. Part of the packed tooling (`npm run pack`).
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { EnvError } from '../../shared/node/env.ts';
import { endWithBuildError } from '../build/build-error.ts';
import { commandArguments, nothingMore } from '../processes/arguments.ts';
import { CommandError, endWith } from '../processes/command-error.ts';
import { authorOf } from '../release/author.ts';
import { buildIn } from '../release/build-remote.ts';
import { createRelease } from '../release/create-release.ts';
import { publishOrForget, writableStore } from '../release/release-build.ts';
import { RefusedRelease } from '../release/refused-release.ts';
import { fateOf, shareArguments, shareOf } from '../release/share.ts';

const USAGE = 'portloom-release takes --preview or --traffic with a percentage; without, the release becomes current.';
const REMOTE = /^mf-[a-z][a-z0-9-]*$/;

try {
  const { values, positionals } = commandArguments({ options: shareArguments }, USAGE);
  nothingMore(positionals, USAGE);
  const traffic = shareOf(values, USAGE);
  const root = process.cwd();
  const name = await nameOf(root);
  if (!process.env.RELEASES_URL)
    throw new EnvError(
      'RELEASES_URL is not set; allowed: the store that the site reads, file:… or s3://bucket/prefix.',
    );
  const store = writableStore();
  await buildIn(root, path.join(root, 'vite.config.ts')).catch(endWithBuildError);
  const created = await createRelease(name, path.join(root, 'dist'), store);
  const version = await publishOrForget(created, store, { author: authorOf(name, [root]), traffic });
  console.log(fateOf(name, version, traffic) + (traffic === 0 ? " (in the site's repository)" : ''));
} catch (error) {
  if (error instanceof RefusedRelease) console.error('Not released.');
  endWith(error);
}

async function nameOf(root: string): Promise<string> {
  const file = path.join(root, 'package.json');
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`${root} has no package.json: run this in the folder of a remote.`);
  });
  const { name } = manifestOf(file, text);
  if (name && REMOTE.test(name)) return name;
  throw new CommandError(
    `${file} names "${name ?? ''}", which is not a remote's name; allowed: mf- and a word, like mf-events.`,
  );
}

function manifestOf(file: string, text: string): { name?: string } {
  try {
    return JSON.parse(text) as { name?: string };
  } catch (error) {
    throw new CommandError(`${file} is not JSON: ${(error as Error).message}.`);
  }
}
