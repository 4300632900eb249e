/** `backup`, `verify`, `restore` and `move`: commands that work on an installation as a whole (docs/backup.md). */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { counted } from 'shared/rules/counted';
import { openDatabase } from '../../database/open.ts';
import type { Installation } from '../backup/installation.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { type Manifest, SECRET_FILE } from '../backup/manifest.ts';
import { move, moveBack } from '../backup/move.ts';
import { refuseMissing } from '../backup/refuse-missing.ts';
import { restore } from '../backup/restore.ts';
import { verify } from '../backup/verify.ts';

interface BackupOptions {
  installation: Installation;
  print: (text: string) => void;
}

export function addBackupCommands(admin: Command, { installation, print }: BackupOptions): void {
  const say = (text: string) => print(`${text}\n`);
  const sayKeys = ({ cvKeys }: Manifest) => {
    if (cvKeys.length === 0) return;
    const names = cvKeys.map((name) => `"${name}"`).join(', ');
    say(`CVs are encrypted with ${names}. The keys are not in the backup: a restored site needs them in CV_KEY.`);
  };

  admin
    .command('backup')
    .description('copy database, files and releases into a new folder while the site is in use')
    .argument('<folder>', 'created by this command; only you can read it')
    .action(async (folder: string) => {
      await refuseMissing(installation);
      const { dataDir, databaseUrl } = installation;
      const db = openDatabase({ dataDir, url: databaseUrl });
      const manifest = await makeBackup({ ...installation, db }, folder).finally(() => db.destroy());
      say(`${folder} has ${contents(manifest)}, as of ${manifest.at}.`);
      for (const sentence of manifest.leftOut) say(sentence);
      if (!manifest.hasSecret)
        say('SESSION_SECRET is not in it: keep it elsewhere. A restored site needs the same one.');
      sayKeys(manifest);
      say('Check it with `npm run admin -- verify`.');
    });

  admin
    .command('verify')
    .description('check a backup; the installation is not touched')
    .argument('<folder>')
    .action(async (folder: string) => {
      const manifest = await verify(folder);
      say(`${folder} is complete and intact: ${contents(manifest)}, as of ${manifest.at}.`);
      for (const sentence of manifest.leftOut) say(sentence);
      sayKeys(manifest);
    });

  admin
    .command('restore')
    .description('create an installation from a backup, where there is none yet')
    .argument('<folder>')
    .option('--without-releases', 'leave the release store as it is')
    .action(async (folder: string, { withoutReleases }: { withoutReleases?: boolean }) => {
      const releases = withoutReleases ? undefined : installation.releases;
      const manifest = await restore({ ...installation, releases }, folder, (table, rows) => say(`${table}: ${rows}`));
      say(`Restored: ${contents(manifest)}, as of ${manifest.at}.`);
      const about = await aboutSecret(installation, folder, manifest);
      if (about !== undefined) say(about);
      sayKeys(manifest);
    });

  admin
    .command('move')
    .description('move from the embedded database in DATA_DIR to PostgreSQL in DATABASE_URL; the API must be stopped')
    .option('--back', 'return to the embedded database, as it was when it was moved')
    .action(async ({ back }: { back?: boolean }) => {
      if (back) {
        await moveBack(installation);
        return say('The embedded database is in use again. Start the site without DATABASE_URL.');
      }
      await move({ ...installation, say });
      say('Moved. Start the site with DATABASE_URL as it is now; from now on it must always be set.');
      say('The old database stays in DATA_DIR, and the API refuses it; delete it when you no longer need it.');
    });
}

/** What is to be done about the secret of a restored site, if anything. */
async function aboutSecret(
  { dataDir, databaseUrl, givenSecret }: Installation,
  folder: string,
  { hasSecret }: Manifest,
): Promise<string | undefined> {
  if (!hasSecret)
    return 'Start the site with its former SESSION_SECRET: it is not in the backup, and emailed links need it.';
  const kept = join(folder, SECRET_FILE);
  if (givenSecret !== undefined && givenSecret !== (await readFile(kept, 'utf8')).trim())
    return `SESSION_SECRET is not the site's former one. Start the site with that in ${kept}: emailed links need it.`;
  if (givenSecret !== undefined || databaseUrl === undefined) return undefined;
  return `Start the site with SESSION_SECRET set to what is in ${join(dataDir, SECRET_FILE)}: with PostgreSQL it must be given.`;
}

function contents({ database: { rows }, files }: Manifest): string {
  const sum = Object.values(rows).reduce((total, count) => total + count, 0);
  const bytes = Object.values(files).reduce((total, file) => total + file.bytes, 0);
  const releases = Object.keys(files).filter((file) => /^releases\/[^/]+\/[^/]+\/release\.json$/.test(file)).length;
  const inTables = `${counted(sum, 'row')} in ${counted(Object.keys(rows).length, 'table')}`;
  return `${inTables}, ${counted(releases, 'release')}, ${(bytes / 1e6).toFixed(1)} MB`;
}
