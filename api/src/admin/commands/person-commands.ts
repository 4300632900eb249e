/** Commands about one person, or their account: `end-sessions`, `rename-account`, `export-person`, `delete-person`. */
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { checkRegistration } from 'shared/rules/accounts/account';
import { canonical } from '../../features/accounts/dependencies.ts';
import { endAllSessions, endSessions, findUserByEmail, renameUser } from '../../features/accounts/repository.ts';
import type { Db } from '../../database/schema.ts';
import { LostFiles } from '../../files/lost-files.ts';
import { AdminError } from '../admin-error.ts';
import { exportPerson } from '../export-person.ts';
import { deletePerson } from '../person.ts';
import { findOtherSpellings } from '../personal-data.ts';
import { clearDeleted, emailAddress, OBJECTS_LEFT, requireDone, type AdminContext } from './admin-context.ts';

export function addPersonCommands(admin: Command, { database, filesOf, secret, dataDir, say }: AdminContext): void {
  const sayOthers = async (db: Db, email: string): Promise<void> => {
    const others = await findOtherSpellings(db, email);
    if (others.length > 0)
      say(`The same mailbox has other spellings, which this command takes one by one: ${others.join(', ')}.`);
  };

  admin
    .command('end-sessions')
    .description('log one account out everywhere, or all accounts')
    .argument('[address]', 'email address of the account', emailAddress)
    .option('--all', 'all accounts')
    .action(async (email: string | undefined, { all = false }: { all?: boolean }) => {
      if (all === (email !== undefined)) throw new AdminError('Give the address of one account, or --all.');
      const db = await database();
      if (email === undefined) return say(`Sessions ended: ${await endAllSessions(db)}.`);
      const user = await findUserByEmail(db, canonical(email));
      requireDone(user !== undefined, `account with the address ${email}`);
      say(`Sessions ended: ${await endSessions(db, user!.id)}.`);
    });

  admin
    .command('rename-account')
    .description('correct the name of the owner of an account, who asks for it')
    .argument('<address>', 'email address of the account', emailAddress)
    .argument('<name>', 'full name', fullName)
    .action(async (email: string, name: string) => {
      const isDone = await renameUser(await database(), canonical(email), { name, now: new Date().toISOString() });
      requireDone(isDone, `account with the address ${email}`);
      say('Done.');
    });

  admin
    .command('export-person')
    .description("write everything stored under a person's email address, except passwords and tokens")
    .argument('<address>', 'email address', emailAddress)
    .requiredOption('--to <folder>', 'created by this command; only you can read it')
    .action(async (email: string, { to }: { to: string }) => {
      const db = await database();
      const exporting = { db, files: filesOf(db), secret: secret(), mails: join(dataDir, 'mail') };
      const lost = new LostFiles();
      const counts = await exportPerson({ ...exporting, lost }, email, to);
      for (const [what, count] of Object.entries(counts)) if (count > 0) say(`${what}: ${count}`);
      say(`Written to ${join(to, 'person.json')}.`);
      await sayOthers(db, email);
      lost.report('written');
    });

  admin
    .command('delete-person')
    .description("delete everything stored under a person's email address")
    .argument('<address>', 'email address', emailAddress)
    .option('--yes', 'really do it')
    .action(async (email: string, { yes }: { yes?: boolean }) => {
      if (!yes)
        throw new AdminError(`This deletes everything under ${email} for good. Add --yes if that is what you want.`);
      const folders = { mails: join(dataDir, 'mail'), uploads: join(dataDir, 'uploads') };
      const db = await database();
      const person = { db, files: filesOf(db), secret: secret(), ...folders };
      const { counts, filesAreGone } = await deletePerson(person, email);
      for (const [what, count] of Object.entries(counts)) say(`${what}: ${count}`);
      if (!filesAreGone) say(OBJECTS_LEFT);
      await clearDeleted(db, say);
      await sayOthers(db, email);
    });
}

/** By the rules of the register page. */
function fullName(value: string): string {
  const name = value.trim();
  const [problem] = checkRegistration({ username: name, email: '', password: '', term: true }, 'username');
  if (problem) throw new InvalidArgumentError(`It must be a name: ${problem.message}`);
  return name;
}
