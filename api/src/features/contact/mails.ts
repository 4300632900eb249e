/** The mail that tells the company about a contact message. */
import { randomUUID } from 'node:crypto';
import type { ContactMessage } from 'shared/rules/contact-form';
import type { NewMail } from '../../mail/outbox.ts';

interface ContactMailFacts {
  id: string;
  message: ContactMessage;
  createdAt: string;
  contactTo: string;
  mailDomain: string;
}

/** Answers go to the visitor. The values are single lines (rules of the contact form), so that no header can be added. */
export function contactMail({ id, message, createdAt, contactTo, mailDomain }: ContactMailFacts): NewMail {
  const mailId = randomUUID();
  return {
    id: mailId,
    cause: 'company',
    topic: 'contact',
    topicId: id,
    messageId: `<${mailId}@${mailDomain}>`,
    recipient: contactTo,
    replyTo: message.email,
    subject: `Message from ${message.fullName}, ${message.subject}`,
    text: [
      `Full Name: ${message.fullName}`,
      `Company Name: ${message.subject}`,
      `Email: ${message.email}`,
      `Phone: ${message.phone}`,
      '',
      message.message,
      '',
      `Received ${createdAt}, number ${id}.`,
      '',
    ].join('\n'),
    createdAt,
  };
}
