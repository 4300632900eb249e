/** The administrator's commands (docs/admin.md): a command line over the same services and repositories as the API. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { referenceOf } from 'shared/rules/reference';
import { isEmailAddress } from 'shared/rules/email';
import { POST_ID_MAX } from 'shared/rules/posts/post-id';
import type { Db } from '../../database/schema.ts';
import { readAttachment } from '../../files/attachment.ts';
import type { CvKeys } from '../../files/cv-keys.ts';
import { encryptCvs } from '../../files/encrypt-cvs.ts';
import type { FileStore } from '../../files/file-store.ts';
import { LostFiles } from '../../files/lost-files.ts';
import { openFiles } from '../../files/open-files.ts';
import { revive } from '../../mail/outbox.ts';
import { canonical } from '../../features/accounts/dependencies.ts';
import { endAllSessions, endSessions, findUserByEmail } from '../../features/accounts/repository.ts';
import { findPayer, markRedemptionUsed } from '../../features/referrals/repository.ts';
import { recordPayment, recordRefund, type ReferralDependencies } from '../../features/referrals/service.ts';
import { Mailer } from '../../mail/mailer.ts';
import { AdminError } from '../admin-error.ts';
import { type Format, formats, formatted } from '../formats.ts';
import { asColumns, type ListName, lists } from '../lists.ts';
import {
  deleteImage,
  deletePost,
  hidePost,
  setImageHidden,
  showPost,
} from '../../features/posts/moderation/moderation.ts';
import { exportPerson } from '../export-person.ts';
import { Bucket } from '../../files/bucket.ts';
import { moveFiles, moveFilesBack } from '../../files/move-files.ts';
import { deletePerson } from '../person.ts';
import { addNewsletterCommands } from './newsletter-commands.ts';
import { preparePrivateFolder, writePrivateFile } from '../private-file.ts';

interface AdminOptions extends Pick<ReferralDependencies, 'publicUrl' | 'rewardMinimum'> {
  /** Address that mails come from. */
  mailFrom: string;
  /** Called when a command runs, but not to show its help. */
  database: () => Promise<Db>;
  /** Returns the installation's secret; called only by the command that needs it. */
  secret: () => string;
  /** Absolute. */
  dataDir: string;
  /** `FILES_STORE`: where CVs and images are; the database if it is not set. */
  filesStore?: string | undefined;
  /** `CV_KEY`. */
  cvKeys?: CvKeys | undefined;
  print: (text: string) => void;
}

/** The progress of moving files is reported each time this many are done. */
const MOVED_SAID = 100;

export function adminCommands(options: AdminOptions): Command {
  const { database, secret, dataDir, mailFrom, filesStore, cvKeys, print, ...programme } = options;
  const filesOf = (db: Db): FileStore => openFiles(db, filesStore, cvKeys);
  const admin = new Command('admin').description('Shows and manages what the site has received.');
  const say = (text: string) => print(`${text}\n`);
  const require = (isDone: boolean, what: string) => {
    if (!isDone) throw new AdminError(`There is no ${what}.`);
  };

  const referrals = async (): Promise<ReferralDependencies> => {
    const db = await database();
    // No one to wake: the running API finds the mails by itself.
    const mailer = new Mailer({ db, from: mailFrom, wake: () => {} });
    return { db, mailer, ...programme, clock: Date.now };
  };

  admin
    .command('list')
    .description('list, or export, what is stored; newest first')
    .addArgument(new Argument('<what>').choices(Object.keys(lists)))
    .addOption(new Option('--format <format>', 'how').choices(formats).default('table'))
    .option('--out <file>', 'write to a file that only you can read, instead of printing')
    .action(async (what: ListName, { format, out }: { format: Format; out?: string }) => {
      const db = await database();
      const text = formatted(asColumns(await lists[what](db)), format);
      if (out === undefined) return print(text);
      await writePrivateFile(out, text);
      say(`Written to ${out}.`);
    });

  admin
    .command('cvs')
    .description('write the CVs of all applications, or of one, into a folder')
    .argument('<folder>')
    .argument('[application]', 'id or reference of the application')
    .action(async (folder: string, application?: string) => {
      const db = await database();
      const all = await db.selectFrom('applications').select(['id', 'cvId']).execute();
      const wanted = application?.toUpperCase();
      const found = all.filter(
        ({ id }) => wanted === undefined || id.toUpperCase() === wanted || referenceOf(id) === wanted,
      );
      require(found.length > 0, application === undefined ? 'application' : `application ${application}`);
      await preparePrivateFolder(folder);
      const files = filesOf(db);
      const lost = new LostFiles();
      let written = 0;
      for (const { cvId } of found) {
        const file = await lost.unlessLost(() => readAttachment(db, files, cvId));
        // It was deleted meanwhile, or is lost.
        if (!file) continue;
        await writePrivateFile(join(folder, file.name), file.content);
        written += 1;
      }
      say(`${written} written to ${folder}.`);
      lost.report('written');
    });

  admin
    .command('resend')
    .description('resend mails that were given up: all, or one')
    .argument('[mail]', 'id of the dead letter')
    .action(async (mail?: string) => {
      const db = await database();
      const count = await revive(db, new Date().toISOString(), mail);
      require(mail === undefined || count > 0, `dead letter ${mail}`);
      say(`${count} will be sent again by the running API within seconds.`);
    });

  admin
    .command('record-payment')
    .description('record by hand that somebody has paid')
    .requiredOption('--email <address>', 'who paid', emailAddress)
    .requiredOption('--amount <number>', 'whole number, in the smallest unit of the currency', wholeNumber)
    .requiredOption('--currency <code>', 'three letters of ISO 4217', currency)
    .option('--id <id>', 'record the payment only once under this id; without it, every time')
    .action(
      async ({ id = randomUUID(), ...payment }: { email: string; amount: number; currency: string; id?: string }) => {
        const isNew = await recordPayment(await referrals(), {
          ...payment,
          id: `by-hand:${id}`,
          paidAt: new Date().toISOString(),
          source: 'by-hand',
        });
        say(isNew ? 'Recorded.' : 'It was recorded before; nothing was changed.');
      },
    );

  admin
    .command('record-refund')
    .description('record by hand that a payment was refunded, in full or in part')
    .requiredOption('--payment <id>', 'id of the payment, as `list payments` prints it')
    .requiredOption('--amount <number>', "whole number, in the smallest unit of the payment's currency", wholeNumber)
    .option('--id <id>', 'record the refund only once under this id; without it, every time')
    .action(async ({ id = randomUUID(), payment, amount }: { payment: string; amount: number; id?: string }) => {
      const deps = await referrals();
      require((await findPayer(deps.db, payment)) !== undefined, `payment ${payment}`);
      const isNew = await recordRefund(deps, {
        id: `by-hand:${id}`,
        paymentId: payment,
        amount,
        refundedAt: new Date().toISOString(),
        source: 'by-hand',
      });
      say(isNew ? 'Recorded.' : 'It was recorded before; nothing was changed.');
    });

  admin
    .command('use-code')
    .description('mark the code of redeemed tokens as used')
    .argument('<code>')
    .action(async (code: string) => {
      const db = await database();
      require(await markRedemptionUsed(
        db,
        code.trim().toUpperCase(),
        new Date().toISOString(),
      ), 'unused code with these letters');
      say('Marked as used.');
    });

  const posts = {
    hide: hidePost,
    show: showPost,
    delete: (db: Db, id: number) => deletePost(db, id, join(dataDir, 'mail')),
  };
  const images = {
    hide: (db: Db, id: string) => setImageHidden(db, id, true),
    show: (db: Db, id: string) => setImageHidden(db, id, false),
    delete: (db: Db, id: string) => deleteImage(db, filesOf(db), id),
  };
  for (const verb of ['hide', 'show', 'delete'] as const) {
    const command = admin.command(`${verb}`).description(`${verb} a post or an image`);
    command
      .command('post')
      .argument('<id>', 'number of the post', wholeNumber)
      .action(async (id: number) => {
        require(id <= POST_ID_MAX && (await posts[verb](await database(), id)), `post ${id} to ${verb}`);
        say('Done.');
      });
    command
      .command('image')
      .argument('<id>')
      .action(async (id: string) => {
        const db = await database();
        require(await images[verb](db, id), `image ${id} to ${verb}`);
        say('Done.');
      });
  }

  addNewsletterCommands(admin, {
    open: async () => ({ ...(await referrals()), publicUrl: programme.publicUrl }),
    say,
    print,
    emailAddress,
    wholeNumber,
  });

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
      require(user !== undefined, `account with the address ${email}`);
      say(`Sessions ended: ${await endSessions(db, user!.id)}.`);
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
      for (const [what, count] of Object.entries(counts)) if (count > 0) say(`${count} ${what}`);
      say(`Written to ${join(to, 'person.json')}.`);
      lost.report('written');
    });

  admin
    .command('move-files')
    .description('move CVs and images from the database to the object storage in FILES_STORE')
    .option('--back', 'move them back into the database')
    .action(async ({ back }: { back?: boolean }) => {
      if (filesStore === undefined)
        throw new AdminError('FILES_STORE is not set: name the object storage, like s3://company-files/site.');
      const db = await database();
      const move = back ? moveFilesBack : moveFiles;
      const { files, bytes } = await move(db, new Bucket(filesStore), ({ files: count }) => {
        if (count % MOVED_SAID === 0) say(`${count} files moved so far.`);
      });
      say(`${files} files moved, ${bytes} bytes, each compared with what arrived.`);
    });

  admin
    .command('encrypt-cvs')
    .description('encrypt all CVs that are not yet encrypted with the first key in CV_KEY')
    .option('--back', 'decrypt all of them; CV_KEY must still have their keys')
    .action(async ({ back }: { back?: boolean }) => {
      if (!cvKeys)
        throw new AdminError(
          'CV_KEY is not set: give it a name and 32 random bytes in base64 (openssl rand -base64 32).',
        );
      const db = await database();
      const [keyName] = cvKeys.names;
      const from = filesOf(db);
      if (back) return say(`${await encryptCvs(db, { from, to: openFiles(db, filesStore) }, null)} CVs decrypted.`);
      say(`${await encryptCvs(db, { from, to: from }, keyName)} CVs encrypted with the key "${keyName}".`);
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
      const { counts, filesAreGone, isCleared } = await deletePerson(person, email);
      for (const [what, count] of Object.entries(counts)) say(`${count} ${what}`);
      if (!filesAreGone)
        say(
          'Object storage did not delete the CVs. No row refers to them any more; a running site deletes them within an hour once the storage is back.',
        );
      if (!isCleared)
        say(
          'Another program is reading the database, so its side file (-wal) still holds what was deleted. Run this again when that program has ended; a running site clears the file within a minute.',
        );
    });

  return admin;
}

function emailAddress(value: string): string {
  if (!isEmailAddress(value.trim())) throw new InvalidArgumentError('It must be an email address.');
  return value.trim();
}

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return Number(value);
}

function currency(value: string): string {
  if (!/^[A-Z]{3}$/.test(value)) throw new InvalidArgumentError('It must be three capital letters, like NGN.');
  return value;
}
