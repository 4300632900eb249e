/** The company looks after its posts by mail: it gets them, and visitors' reports, and can hide them. */
import { randomUUID } from 'node:crypto';
import type { HiddenPost, ReportReason, ReportReceipt } from 'shared/contracts/moderation';
import { trimForm } from 'shared/rules/form';
import { HIDE_LINK_DAYS, REPORT_MAIL_HOURS } from 'shared/rules/limits';
import { checkReport } from 'shared/rules/posts/report';
import { type Report, reportForm } from 'shared/rules/posts/report-form';
import { DAY_MS, HOUR_MS } from 'shared/rules/time';
import type { InstallationSecret } from 'shared/node/installation-secret';
import { countWithin } from '../../../database/attempts.ts';
import type { Db } from '../../../database/schema.ts';
import type { Letter, Mailer } from '../../../mail/mailer.ts';
import { fieldsRefused, linkNotOpened, ProblemError } from '../../../problem.ts';
import { hashesOfMail, hashesOfMailedToken } from '../../../mail/mailed-token.ts';
import { insertHideLink, postOfLink, postsEditedSinceMail } from './hide-links.ts';
import { hidePostRows } from './moderation.ts';
import { editedPostMail, newPostMail, reportMail } from './moderation-mails.ts';
import { insertReport, reportedPosts, takeReports } from './report-repository.ts';
import { findSummary, keepSummary, type StoredSummary } from '../repository.ts';
import { noSuchPost, postId } from '../post-id.ts';

export interface Watching {
  mailer: Mailer;
  /** Who at the company looks after posts. */
  recipient: string;
  publicUrl: string;
  /** The installation's secret. */
  secret: InstallationSecret;
}

const LINK = 'the link in an email about a post';
/** How long an edit may wait: an hour or two, and longer only while no server runs. */
const EDITS_WAIT_MS = DAY_MS;

type PostLetter = (facts: Parameters<typeof newPostMail>[0]) => Letter;

/** @param tx the transaction that publishes it */
export async function tellOfNewPost(tx: Db, watching: Watching, id: number): Promise<void> {
  await tell(tx, watching, id, newPostMail);
}

/**
 * Once an hour: an author who keeps correcting commas is reported once, and what else was changed within the hour is
 * reported after it, by {@link mailWhatWaits}. @param tx the transaction that edits it
 */
export async function tellOfEdit(tx: Db, watching: Watching, id: number): Promise<void> {
  const isNew = (await countWithin(tx, [{ of: `edit-mail ${id}`, max: 1, within: HOUR_MS }])) === 0;
  if (isNew) await tell(tx, watching, id, editedPostMail);
}

/** Stores a report; the company gets one mail per post within some hours, with all reports. @throws ProblemError */
export async function reportPost(db: Db, watching: Watching, id: string, values: Report): Promise<ReportReceipt> {
  const problems = checkReport(values);
  if (problems.length > 0) throw fieldsRefused(problems);
  const { reason, details } = trimForm(reportForm, values);
  const number = postId(id);
  await watching.mailer.transaction(async (tx) => {
    // First, as when it is deleted: in another order the two may deadlock.
    if (!(await keepSummary(tx, number))) throw noSuchPost();
    const createdAt = new Date().toISOString();
    const report = { id: randomUUID(), postId: number, reason: reason as ReportReason, details, createdAt };
    await insertReport(tx, report);
    await mailReports(tx, watching, number);
  });
  return { status: 'accepted' };
}

/** Mails reports and edits that came too soon after an earlier mail: called from time to time. */
export async function mailWhatWaits(db: Db, watching: Watching): Promise<void> {
  const { mailer } = watching;
  for (const id of await reportedPosts(db)) await mailer.transaction((tx) => mailReports(tx, watching, id));
  for (const id of await postsEditedSinceMail(db, Date.now() - EDITS_WAIT_MS))
    await mailer.transaction(async (tx) => {
      if (await keepSummary(tx, id)) await tellOfEdit(tx, watching, id);
    });
}

async function mailReports(tx: Db, watching: Watching, id: number): Promise<void> {
  const limit = { of: `report-mail ${id}`, max: 1, within: REPORT_MAIL_HOURS * HOUR_MS };
  if ((await countWithin(tx, [limit])) > 0) return;
  const reports = await takeReports(tx, id, new Date().toISOString());
  if (reports.length > 0) await tell(tx, watching, id, (facts) => reportMail(facts, reports));
}

/** @returns what the page that asks for confirmation shows @throws ProblemError `link-expired` */
export async function readLinkedPost(db: Db, secret: InstallationSecret, token: string): Promise<StoredSummary> {
  if (token === '') throw linkNotOpened(LINK);
  const id = await postOfLink(db, hashesOfMailedToken(secret, token), new Date().toISOString());
  const post = id === undefined ? undefined : await findSummary(db, id);
  if (!post) throw expiredLink();
  return post;
}

/**
 * Works once: all links of a post end when it is hidden.
 * @param link `shown` is the number of the post that the page shows, if it says so
 * @throws ProblemError `link-expired`; `precondition-failed` if the link is about another post
 */
export async function hideByLink(
  db: Db,
  secret: InstallationSecret,
  { token, shown }: { token: string; shown: string | undefined },
): Promise<HiddenPost> {
  if (token === '') throw linkNotOpened(LINK);
  return await db.transaction().execute(async (tx) => {
    const id = await postOfLink(tx, hashesOfMailedToken(secret, token), new Date().toISOString());
    if (id !== undefined && shown && shown !== String(id)) throw otherLink();
    if (id === undefined || !(await hidePostRows(tx, id))) throw expiredLink();
    return { id };
  });
}

/** Mails the company about a post, unless it is hidden or gone by now. */
async function tell(tx: Db, watching: Watching, id: number, letter: PostLetter): Promise<void> {
  const post = await findSummary(tx, id);
  if (!post) return;
  const { mailer, secret, publicUrl, recipient } = watching;
  const [mailId, time] = [randomUUID(), Date.now()];
  const now = new Date(time).toISOString();
  const expiresAt = new Date(time + HIDE_LINK_DAYS * DAY_MS).toISOString();
  for (const hash of hashesOfMail(secret, mailId)) await insertHideLink(tx, { hash, postId: id, expiresAt }, now);
  await mailer.write(tx, letter({ mailId, post, publicUrl, recipient }), now);
}

/** The browser keeps the token of one link: that of the one opened last. */
function otherLink(): ProblemError {
  return new ProblemError({
    status: 412,
    code: 'precondition-failed',
    detail:
      'Nothing was hidden: the link about another post has been opened in this browser since. Open the link about this post again.',
  });
}

function expiredLink(): ProblemError {
  return new ProblemError({
    status: 410,
    code: 'link-expired',
    detail: 'This link no longer works: it is too old, it has been used, or the post is already off the site.',
  });
}
