/** The two mails about an application: to the company with the CV, to the applicant as a receipt. */
import { randomUUID } from 'node:crypto';
import { company } from 'shared/content/company';
import { roleOf } from 'shared/content/roles';
import type { Application } from 'shared/rules/application-form';
import type { NewMail } from '../../mail/outbox.ts';
import type { Doubt } from './cv.ts';

interface ApplicationMailFacts {
  id: string;
  application: Application;
  /** Id of the stored file. */
  cvId: string;
  createdAt: string;
  careersTo: string;
  mailDomain: string;
}

/** What the mail says of a CV about which there is a doubt. */
const warnings: Record<Doubt, string> = {
  unseen: 'This file could not be fully checked: parts of it are encrypted or packed in an unusual way.',
  attachments: 'There are other files inside this one. They were not checked: do not open them.',
};

/**
 * Answers go to the applicant. The values are single lines (rules of the form), so that no header can be added.
 * @param doubts about the CV
 */
export function applicationMail(
  { cvId, careersTo, ...facts }: ApplicationMailFacts,
  doubts: readonly Doubt[],
): NewMail {
  const { id, application, createdAt } = facts;
  const name = `${application.firstName} ${application.lastName}`;
  return {
    ...mail(facts),
    cause: 'company',
    recipient: careersTo,
    replyTo: application.email,
    subject: `Application from ${name}: ${titleOf(application)}`,
    text: [
      `Role: ${titleOf(application)}`,
      `Name: ${name}`,
      `Email: ${application.email}`,
      `Phone: ${application.phone}`,
      `LinkedIn: ${application.linkedin || '–'}`,
      '',
      ...(application.about ? [application.about, ''] : []),
      'The CV is attached. It comes from a stranger, so open it with care.',
      ...doubts.map((doubt) => warnings[doubt]),
      `Received ${createdAt}, number ${id}.`,
      '',
    ].join('\n'),
    attachmentId: cvId,
  };
}

/** Nothing of what was typed is repeated: whoever types another person's address cannot send them words of their own. */
export function receiptMail(facts: ApplicationMailFacts): NewMail {
  const { id, application } = facts;
  return {
    ...mail(facts),
    cause: 'application-receipt',
    recipient: application.email,
    replyTo: facts.careersTo,
    subject: `Your application to ${company.name} has arrived`,
    text: [
      `Your application for the role "${titleOf(application)}" has arrived, along with your CV. Its number is ${id}.`,
      'If you have something to add, reply to this email. If you did not apply, please reply too: we will then delete what was sent in your name.',
      [company.name, company.phone.display, company.email.display].join('\n'),
      '',
    ].join('\n\n'),
  };
}

function mail({ id, createdAt, mailDomain }: Pick<ApplicationMailFacts, 'id' | 'createdAt' | 'mailDomain'>) {
  const mailId = randomUUID();
  return { id: mailId, topic: 'application', topicId: id, messageId: `<${mailId}@${mailDomain}>`, createdAt };
}

function titleOf({ role }: Application): string {
  return roleOf(role)?.title ?? role;
}
