/** The administrator's commands (docs/admin.md): a command line over the same services and repositories as the API. */
import { Argument, Command, Option } from 'commander';
import { openFiles } from '../../files/open-files.ts';
import type { ReferralDependencies } from '../../features/referrals/service.ts';
import { Mailer } from '../../mail/mailer.ts';
import { revive } from '../../mail/outbox.ts';
import { type Format, formats, formatted } from '../formats.ts';
import { inSnapshot } from '../snapshot.ts';
import { asColumns, type ListName, lists, type Row } from '../lists.ts';
import { writePrivateFile } from '../private-file.ts';
import { requireDone, type AdminContext } from './admin-context.ts';
import { addFileCommands } from './file-commands.ts';
import { addNewsletterCommands } from './newsletter-commands.ts';
import { addPaymentCommands } from './payment-commands.ts';
import { addPersonCommands } from './person-commands.ts';
import { addPostCommands } from './post-commands.ts';

/** Excel takes a CSV file without it for text in the machine's old encoding. */
const BYTE_ORDER_MARK = '\ufeff';

interface AdminOptions
  extends Pick<ReferralDependencies, 'publicUrl' | 'rewardMinimum'>,
    Pick<AdminContext, 'database' | 'secret' | 'dataDir' | 'print'>,
    Partial<Pick<AdminContext, 'filesStore' | 'cvKeys'>> {
  /** Address that mails come from. */
  mailFrom: string;
}

export function adminCommands(options: AdminOptions): Command {
  const { database, secret, dataDir, mailFrom, filesStore, cvKeys, print, ...programme } = options;
  const services = async (): Promise<ReferralDependencies> => {
    const db = await database();
    // No one to wake: the running API finds the mails by itself.
    const mailer = new Mailer({ db, from: mailFrom, wake: () => {} });
    return { db, mailer, ...programme, clock: Date.now };
  };
  const context: AdminContext = {
    database,
    filesOf: (db) => openFiles(db, filesStore, cvKeys),
    services,
    secret,
    dataDir,
    filesStore,
    cvKeys,
    say: (line) => print(`${line}\n`),
    print,
  };
  const admin = new Command('admin').description('Shows and manages what the site has received.');
  addListCommands(admin, context);
  addFileCommands(admin, context);
  addPaymentCommands(admin, context);
  addPostCommands(admin, context);
  addNewsletterCommands(admin, context);
  addPersonCommands(admin, context);
  return admin;
}

function addListCommands(admin: Command, { database, say, print }: AdminContext): void {
  admin
    .command('list')
    .description('list, or export, what is stored; newest first')
    .addArgument(new Argument('<what>').choices(Object.keys(lists)))
    .addOption(new Option('--format <format>', 'how').choices(formats).default('table'))
    .option('--out <file>', 'write to a file that only you can read, instead of printing')
    .action(async (what: ListName, { format, out }: { format: Format; out?: string }) => {
      const db = await database();
      const rows = await inSnapshot<Row[]>(db, lists[what]);
      const text = formatted(asColumns(rows), format);
      if (out === undefined) return print(text);
      await writePrivateFile(out, (format === 'csv' ? BYTE_ORDER_MARK : '') + text);
      say(`Written to ${out}.`);
    });

  admin
    .command('resend')
    .description('resend mails that were given up: all, or one')
    .argument('[mail]', 'id of the dead letter')
    .action(async (mail?: string) => {
      const db = await database();
      const count = await revive(db, new Date().toISOString(), mail);
      requireDone(mail === undefined || count > 0, `dead letter ${mail}`);
      say(`${count} will be sent again by the running API within seconds.`);
    });
}
