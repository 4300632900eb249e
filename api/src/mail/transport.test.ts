import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutboxMail } from './outbox.ts';
import { smtpTransport } from './transport.ts';

/** A mail server that takes passwords without TLS, as if somebody in between had left out its offer of TLS. */
let server: SMTPServer;
let port: number;
let passwords: string[];
beforeAll(async () => {
  server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password ?? '');
      done(null, { user: 'ada' });
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  ({ port } = listening.address() as AddressInfo);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  passwords = [];
});

const time = new Date().toISOString();
const mail: OutboxMail = {
  id: 'one',
  topic: 'contact',
  topicId: 'one',
  messageId: '<one@site.test>',
  recipient: 'ada@example.com',
  replyTo: null,
  subject: 'A message',
  text: 'Good morning',
  html: null,
  unsubscribeUrl: null,
  attachmentId: null,
  state: 'pending',
  attempts: 1,
  nextAttemptAt: time,
  lastError: null,
  createdAt: time,
  finishedAt: null,
  revivedAt: null,
  traceparent: null,
};
const sendTo = (host: string, options = '') =>
  smtpTransport(`smtp://ada:secret@${host}:${port}${options}`, 'site@site.test').send(mail);
/** Leads to this machine, but is not one of the names that say so. */
const ANOTHER_MACHINE = '0.0.0.0';

test('a password is not told to another machine without TLS', async () => {
  await expect(sendTo(ANOTHER_MACHINE)).rejects.toThrow(/STARTTLS/);
  expect(passwords).toEqual([]);
});

test('this machine needs none, and others where that is said', async () => {
  await sendTo('127.0.0.1');
  await sendTo(ANOTHER_MACHINE, '?requireTLS=false');
  expect(passwords).toEqual(['secret', 'secret']);
});
