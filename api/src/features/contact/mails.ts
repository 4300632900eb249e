/** The mail that tells the company about a contact message. */
import type { ContactMessage } from 'shared/rules/contact/contact-form';
import type { Letter } from '../../mail/mailer.ts';
import { momentText } from '../../mail/moment-text.ts';
import { CONTACT_TOPIC } from '../../mail/outbox.ts';
import { replyText } from '../../mail/reply-to.ts';

interface ContactMailFacts {
  id: string;
  message: ContactMessage;
  /** ISO 8601. */
  createdAt: string;
  contactTo: string;
}

/** Replies go to the visitor. The form's rules make values single lines, so nobody can add a header. */
export function contactMail({ id, message, createdAt, contactTo }: ContactMailFacts): Letter {
  return {
    cause: 'company',
    topic: CONTACT_TOPIC,
    topicId: id,
    recipient: contactTo,
    replyTo: message.email,
    subject: `Message from ${message.fullName}, ${message.subject}`,
    paragraphs: [
      [
        `Full Name: ${message.fullName}`,
        `Company Name: ${message.subject}`,
        `Email: ${message.email}`,
        `Phone: ${message.phone}`,
      ].join('\n'),
      message.message,
      `Received on ${momentText(createdAt)}, number ${id}. ${replyText(message.email, 'sender')}`,
    ],
  };
}
