/** The company's mails about posts: new ones, edited ones, and visitors' reports. Each mail can hide the post. */
import { hideLink } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { HIDE_LINK_DAYS } from 'shared/rules/limits';
import { reasonTexts } from 'shared/rules/posts/report-form';
import type { Letter } from '../../../mail/mailer.ts';
import { momentText } from '../../../mail/moment-text.ts';
import { MODERATION_TOPIC, TOKEN_PLACE } from '../../../mail/mailed-token.ts';
import type { StoredReport } from './report-repository.ts';

interface PostMailFacts {
  /** Id of the mail: the link's token is derived from it. */
  mailId: string;
  post: { id: number; title: string; author: string | null; excerpt: string };
  publicUrl: string;
  /** Who at the company looks after posts. */
  recipient: string;
}

/** Groups what was mailed about one post. */
export const topicOf = (postId: number): string => `post-${postId}`;

export function newPostMail(facts: PostMailFacts): Letter {
  return mail(facts, `New post: ${facts.post.title}`, ['A post was published on the site.', summary(facts)]);
}

export function editedPostMail(facts: PostMailFacts): Letter {
  return mail(facts, `Edited post: ${facts.post.title}`, ['A post was edited by its author.', summary(facts)]);
}

/** @param reports at least one, oldest first */
export function reportMail(facts: PostMailFacts, reports: readonly StoredReport[]): Letter {
  const many =
    reports.length === 1 ? 'A visitor has reported a post.' : `Visitors have reported a post ${reports.length} times.`;
  return mail(facts, `Reported post: ${facts.post.title}`, [many, summary(facts), ...reports.map(reportText)]);
}

function reportText({ reason, details, createdAt }: StoredReport): string {
  return `${momentText(createdAt)}: ${reasonTexts[reason]}.${details === '' ? '' : `\n\n${quoted(details)}`}`;
}

function summary({ post: { id, title, author, excerpt }, publicUrl }: PostMailFacts): string {
  const words = [title, author && `by ${author}`, excerpt].filter(Boolean).join('\n');
  return `${quoted(words)}\n\n${publicUrl}${href(paths.post, { id })}`;
}

/** So that no stranger's words, or links, are taken for the site's own beside them. */
function quoted(words: string): string {
  const lines = words.split(/\r\n?|\n/);
  return lines.map((line) => `> ${line}`).join('\n');
}

function mail({ mailId, post, publicUrl, recipient }: PostMailFacts, subject: string, paragraphs: string[]): Letter {
  return {
    id: mailId,
    cause: 'company',
    topic: MODERATION_TOPIC,
    topicId: topicOf(post.id),
    recipient,
    subject,
    paragraphs: [
      ...paragraphs,
      `To take it off the site, open this page and choose 'Hide this post':\n${publicUrl}${hideLink}?token=${TOKEN_PLACE}`,
      `The link works once and expires after ${HIDE_LINK_DAYS} days. Anyone who has it can hide this post, so do not pass it on.`,
    ],
  };
}
