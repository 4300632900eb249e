/** `npm run admin -- newsletter …`: from a text to a mail in every subscriber's mailbox. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { href, paths } from 'shared/contracts/paths';
import { counted } from 'shared/rules/counted';
import type { Db } from '../../database/schema.ts';
import { issueDocument, IssueError, UNSUBSCRIBE_PLACE } from '../../features/newsletter/issue-document.ts';
import {
  countsOf,
  countWithout,
  deleteDraft,
  findIssue,
  listIssues,
  noteRefused,
  type Issue,
} from '../../features/newsletter/issue-repository.ts';
import {
  draftIssue,
  sendIssue,
  sendTest,
  stopIssue,
  type IssueDependencies,
} from '../../features/newsletter/issues.ts';
import { unsubscribeEmail } from '../../features/newsletter/service.ts';
import { listSummariesOf } from '../../features/posts/repository.ts';
import { AdminError } from '../admin-error.ts';
import { formatted } from '../formats.ts';
import { asColumns } from '../lists.ts';
import { preparePrivateFolder, writePrivateFile } from '../private-file.ts';
import { emailAddress, requireDone, wholeNumber, type AdminContext } from './admin-context.ts';

/** The largest number that PostgreSQL's column holds. */
const ISSUE_MAX = 2 ** 31 - 1;
const PER_MINUTE = 60;
const PER_MINUTE_MAX = 10_000;

export function addNewsletterCommands(admin: Command, { services, secret, say, print }: AdminContext): void {
  const newsletter = admin.command('newsletter').description('write an issue of the newsletter, preview it, send it');
  const issueOf = async (deps: IssueDependencies, id: number): Promise<Issue> => {
    const issue = id <= ISSUE_MAX ? await findIssue(deps.db, id) : undefined;
    if (!issue) throw new AdminError(`There is no issue ${id}.`);
    return issue;
  };

  newsletter
    .command('draft')
    .description('store an issue, made from a Markdown file, from posts, or from both')
    .requiredOption('--subject <line>', 'of the mail, and the heading in it')
    .option('--file <file>', 'Markdown')
    .option('--posts <ids>', 'ids of posts, in the order in which they appear: 12,15', postNumbers, [])
    .action(async ({ subject, file, posts }: { subject: string; file?: string; posts: number[] }) => {
      const text = file === undefined ? '' : await readText(file);
      const deps = await services();
      const markdown = [text.trim(), ...(await excerptsOf(deps.db, posts))].filter((part) => part !== '').join('\n\n');
      if (markdown === '') throw new AdminError('The issue is empty. Give --file, --posts or both.');
      const id = await inWords(draftIssue(deps, { subject, markdown }));
      say(`Issue ${id} is stored as a draft. Preview it: newsletter preview ${id} <folder>`);
    });

  newsletter
    .command('list')
    .description('list all issues, with their progress')
    .action(async () => {
      const { db } = await services();
      await noteRefused(db, new Date().toISOString());
      const rows = [];
      for (const { id, subject, state, createdAt, startedAt } of await listIssues(db)) {
        const counts = await countsOf(db, id);
        // Neither subscribing afterwards nor stopping it afterwards makes it unfinished.
        const isDone = state !== 'draft' && counts.waiting === 0 && (await countWithout(db, id, startedAt)) === 0;
        rows.push({ id, subject, state: isDone ? 'sent' : state, createdAt, startedAt, ...counts });
      }
      print(formatted(asColumns(rows), 'table'));
    });

  newsletter
    .command('preview')
    .description('write an issue as mail programs show it: as a page and as text')
    .argument('<issue>', 'its number', wholeNumber)
    .argument('<folder>')
    .action(async (id: number, folder: string) => {
      const deps = await services();
      const { html, text } = issueDocument(await issueOf(deps, id), deps.publicUrl);
      await preparePrivateFolder(folder);
      for (const [name, content] of [
        ['issue.html', html],
        ['issue.txt', text],
      ] as const)
        await writePrivateFile(join(folder, name), content.replaceAll(UNSUBSCRIBE_PLACE, '#'));
      say(`issue.html and issue.txt written to ${folder}.`);
    });

  newsletter
    .command('test')
    .description('send an issue to one email address')
    .argument('<issue>', 'its number', wholeNumber)
    .argument('<address>', 'email address', emailAddress)
    .action(async (id: number, email: string) => {
      const deps = await services();
      await sendTest(deps, await issueOf(deps, id), email);
      say(`The running API sends it to ${email} within seconds. Its unsubscribe link unsubscribes nobody.`);
    });

  newsletter
    .command('send')
    .description('send an issue to all confirmed subscribers who do not have it yet; run it again to continue')
    .argument('<issue>', 'its number', wholeNumber)
    .option('--per-minute <count>', 'how many mails may be sent in a minute', perMinute, PER_MINUTE)
    .option('--yes', 'really do it')
    .action(async (id: number, { perMinute: rate, yes = false }: { perMinute: number; yes?: boolean }) => {
      const deps = await services();
      const issue = await issueOf(deps, id);
      const count = await countWithout(deps.db, id);
      if (count === 0) return say('Every subscriber already has it.');
      if (!yes)
        throw new AdminError(
          `“${issue.subject}” would be sent to ${counted(count, 'subscriber')}, ${rate} a minute: ${duration(count / rate)}. Add --yes if that is what you want.`,
        );
      const sending = sendIssue(deps, issue, {
        perMinute: rate,
        onBatch: (done) => say(`${done} of ${count} are in the outbox.`),
      });
      const isComplete = await inWords(sending);
      if (!isComplete) return say(`It was stopped in the meantime. To continue: newsletter send ${id}`);
      say(`The running API sends them, ${rate} a minute: newsletter list shows the progress.`);
    });

  newsletter
    .command('stop')
    .description('cancel the mails of an issue that have not been sent')
    .argument('<issue>', 'its number', wholeNumber)
    .action(async (id: number) => {
      const deps = await services();
      const issue = await issueOf(deps, id);
      if (issue.state === 'draft') throw new AdminError(`Issue ${id} is a draft: none of it has been sent.`);
      say(`${await stopIssue(deps, issue)} cancelled. To continue: newsletter send ${id}`);
    });

  newsletter
    .command('unsubscribe')
    .description('end the subscription of a person who asks for it')
    .argument('<address>', 'email address', emailAddress)
    .action(async (email: string) => {
      const { mailer } = await services();
      requireDone(await unsubscribeEmail({ mailer, secret: secret() }, email), `subscription of ${email}`);
      say('Done.');
    });

  newsletter
    .command('delete')
    .description('delete a draft')
    .argument('<issue>', 'its number', wholeNumber)
    .action(async (id: number) => {
      const deps = await services();
      await issueOf(deps, id);
      if (!(await deleteDraft(deps.db, id)))
        throw new AdminError(`Issue ${id} has been sent, and sent issues stay on record.`);
      say('Done.');
    });
}

async function excerptsOf(db: Db, ids: number[]): Promise<string[]> {
  const found = new Map((await listSummariesOf(db, ids)).map((post) => [post.id, post]));
  return ids.map((id) => {
    const post = found.get(id);
    if (!post) throw new AdminError(`There is no post ${id}.`);
    const page = href(paths.post, { id: String(id) });
    return `## [${literal(post.title)}](${page})\n\n${literal(post.excerpt)}\n\n[Read on](${page})`;
  });
}

/** Escapes the words so that Markdown takes them literally. */
const literal = (words: string): string => words.replaceAll(/\s+/g, ' ').replaceAll(/[!-/:-@[-`{-~]/g, '\\$&');

/** Turns errors that an issue's author can mend into sentences without a stack. */
async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  return await work.catch((error: unknown) => {
    throw error instanceof IssueError ? new AdminError(error.message) : error;
  });
}

async function readText(file: string): Promise<string> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
    // UTF-16, for instance. In an issue it would mean a link (`UNSUBSCRIBE_PLACE`).
    if (text.includes('\0')) throw new TypeError('It contains U+0000.');
    return text;
  } catch (error) {
    const why =
      error instanceof TypeError
        ? 'it is not UTF-8 text'
        : (error as NodeJS.ErrnoException).code === 'ENOENT'
          ? 'there is no such file'
          : (error as Error).message;
    throw new AdminError(`${file} cannot be read: ${why}.`);
  }
}

function postNumbers(value: string): number[] {
  const numbers = value.split(',').map((each) => each.trim());
  if (!numbers.every((each) => /^[1-9]\d{0,8}$/.test(each)))
    throw new InvalidArgumentError('It must be ids of posts, separated by commas: 12,15.');
  return [...new Set(numbers.map(Number))];
}

function perMinute(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1 || count > PER_MINUTE_MAX)
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${PER_MINUTE_MAX}.`);
  return count;
}

function duration(minutes: number): string {
  const rounded = Math.max(1, Math.ceil(minutes));
  if (rounded < 120) return rounded === 1 ? 'a minute' : `${rounded} minutes`;
  return `${Math.ceil(rounded / 60)} hours`;
}
