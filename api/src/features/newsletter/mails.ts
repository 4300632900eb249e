/** The mails of the newsletter itself: asking, welcoming, reminding. */
import { company } from 'shared/content/company';
import { newsletterCalls, withToken } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { CONFIRMATION_DAYS } from 'shared/rules/limits';
import type { Letter } from '../../mail/mailer.ts';
import { UNSUBSCRIBE_PLACE, type IssueDocument } from './issue-document.ts';
import { ISSUE_TOPIC } from '../../mail/outbox.ts';
import type { Subscriber } from './repository.ts';

/** Topic of these mails. */
export const NEWSLETTER_TOPIC = 'newsletter';

interface NewsletterMailFacts {
  subscriber: Subscriber;
  /** Of the link in the mail. */
  token: string;
  publicUrl: string;
}

/** Asks the owner of the address for consent. It is no newsletter yet: there is nothing to unsubscribe from. */
export function confirmMail(facts: NewsletterMailFacts): Letter {
  return mail(facts, `Confirm your subscription to the ${company.name} newsletter`, [
    `Someone, probably you, asked for the ${company.name} newsletter to be sent to ${facts.subscriber.email}.`,
    `Open this page and choose 'Confirm subscription':\n${facts.publicUrl}${withToken(href(paths.newsletterConfirm), facts.token)}`,
    `The link works for ${CONFIRMATION_DAYS} days. If it was not you, do nothing: nothing is sent unless you confirm.`,
  ]);
}

/** Sent when the link in {@link confirmMail} is confirmed. */
export function welcomeMail(facts: NewsletterMailFacts): Letter {
  const welcome = listMail(facts, `You are subscribed to the ${company.name} newsletter`, [
    `You have confirmed your subscription: each new issue of the ${company.name} newsletter now comes to ${facts.subscriber.email}.`,
  ]);
  return { ...welcome, cause: 'recipient' };
}

export function alreadySubscribedMail(facts: NewsletterMailFacts): Letter {
  return listMail(facts, `You are already subscribed to the ${company.name} newsletter`, [
    `Someone, probably you, asked for the ${company.name} newsletter to be sent to ${facts.subscriber.email}. This address is already subscribed.`,
  ]);
}

/** An issue's mail to one subscriber, with that subscriber's links. */
export function issueMail(
  facts: NewsletterMailFacts,
  { subject, text, html }: { subject: string } & IssueDocument,
): Letter {
  const page = `${facts.publicUrl}${withToken(href(paths.newsletterUnsubscribe), facts.token)}`;
  return {
    ...mail(facts, subject, []),
    cause: 'recipient',
    topic: ISSUE_TOPIC,
    text: text.replaceAll(UNSUBSCRIBE_PLACE, page),
    html: html.replaceAll(UNSUBSCRIBE_PLACE, page),
    unsubscribeUrl: `${facts.publicUrl}${withToken(newsletterCalls.unsubscribe, facts.token)}`,
  };
}

/** A mail of the list: one click in the mail program (RFC 8058) or a link in the text unsubscribes. */
function listMail(facts: NewsletterMailFacts, subject: string, paragraphs: string[]): Letter {
  const page = `${facts.publicUrl}${withToken(href(paths.newsletterUnsubscribe), facts.token)}`;
  return {
    ...mail(facts, subject, [...paragraphs, `Unsubscribe at any time:\n${page}`]),
    unsubscribeUrl: `${facts.publicUrl}${withToken(newsletterCalls.unsubscribe, facts.token)}`,
  };
}

function mail({ subscriber }: NewsletterMailFacts, subject: string, paragraphs: string[]): Letter {
  return {
    cause: 'newsletter',
    topic: NEWSLETTER_TOPIC,
    topicId: subscriber.id,
    recipient: subscriber.email,
    subject,
    paragraphs: ['Hello,', ...paragraphs],
  };
}
