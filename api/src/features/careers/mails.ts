/** The two mails about an application: to the company with the CV, to the applicant as a receipt. */
import { company } from 'shared/content/company';
import { roleOf } from 'shared/content/roles';
import type { Application } from 'shared/rules/careers/application-form';
import { referenceOf } from 'shared/rules/reference';
import type { Letter } from '../../mail/mailer.ts';
import { momentText } from '../../mail/moment-text.ts';
import { replyText } from '../../mail/reply-to.ts';
import type { Doubt } from './cv.ts';

interface ApplicationMailFacts {
  id: string;
  application: Application;
  /** Id of the stored file. */
  cvId: string;
  createdAt: string;
  careersTo: string;
}

/** What the mail says about a CV that is in doubt. */
const warnings: Record<Doubt, string> = {
  unseen: 'This file could not be fully checked: parts of it are encrypted or packed in an unusual way.',
  attachments: 'There are other files inside this one. They were not checked: do not open them.',
};

/**
 * Answers go to the applicant. The values are single lines (rules of the form), so that no header can be added.
 * @param doubts about the CV
 */
export function applicationMail({ cvId, careersTo, ...facts }: ApplicationMailFacts, doubts: readonly Doubt[]): Letter {
  const { id, application, createdAt } = facts;
  const name = `${application.firstName} ${application.lastName}`;
  return {
    cause: 'company',
    topic: 'application',
    topicId: id,
    recipient: careersTo,
    replyTo: application.email,
    subject: `Application from ${name}: ${titleOf(application)}`,
    paragraphs: [
      [
        `Role: ${titleOf(application)}`,
        `Name: ${name}`,
        `Email: ${application.email}`,
        `Phone: ${application.phone}`,
        `LinkedIn: ${application.linkedin || '–'}`,
      ].join('\n'),
      ...(application.about ? [application.about] : []),
      [
        'The CV is attached. It comes from a stranger, so open it with care.',
        ...doubts.map((doubt) => warnings[doubt]),
      ].join('\n'),
      `Received on ${momentText(createdAt)}, reference ${referenceOf(id)}. ${replyText(application.email, 'applicant')}`,
    ],
    attachmentId: cvId,
  };
}

/** Repeats nothing that was typed: otherwise strangers could send messages to any address this way. */
export function receiptMail(facts: ApplicationMailFacts): Letter {
  const { id, application } = facts;
  return {
    cause: 'application-receipt',
    topic: 'application',
    topicId: id,
    recipient: application.email,
    replyTo: facts.careersTo,
    subject: `Your application to ${company.name} has arrived`,
    paragraphs: [
      'Hello,',
      `Thank you for applying. Your application for the role "${titleOf(application)}" has arrived, along with your CV. Its reference is ${referenceOf(id)}.`,
      `The people hiring for the role will read it and reply within ${company.answersWithin.application}, with a yes or a no.`,
      'If you have something to add, reply to this email. If you did not apply, please reply too: we will then delete what was sent in your name.',
    ],
  };
}

function titleOf({ role }: Application): string {
  return roleOf(role)?.title ?? role;
}
