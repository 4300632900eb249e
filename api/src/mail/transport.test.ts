import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OutboxMail } from './outbox.ts';
import { isEmailAddress } from 'shared/rules/email';
import { isPermanent, smtpTransport } from './transport.ts';

/** A mail server that takes passwords without TLS, as if a party in between had left out its offer of TLS. */
let server: SMTPServer;
let port: number;
let passwords: string[];
let recipients: string[];
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
    onRcptTo: ({ address }, _session, done) => {
      recipients.push(address);
      done();
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
  recipients = [];
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
const sendTo = (host: string, options = '', recipient = mail.recipient) =>
  smtpTransport(`smtp://ada:secret@${host}:${port}${options}`, 'site@site.test').send({ ...mail, recipient });
/** Leads to this machine, but is not one of the usual names for it. */
const ANOTHER_MACHINE = '0.0.0.0';

test('a password is not told to another machine without TLS', async () => {
  await expect(sendTo(ANOTHER_MACHINE)).rejects.toThrow(/STARTTLS/);
  expect(passwords).toEqual([]);
});

test('this machine needs none, nor others where that is configured', async () => {
  await sendTo('127.0.0.1');
  await sendTo(ANOTHER_MACHINE, '?requireTLS=false');
  expect(passwords).toEqual(['secret', 'secret']);
});

test.each([
  ['550 No such mailbox', true],
  ['500 Unknown command', true],
  ['450 4.2.0 Greylisted', false],
  ['530 5.7.0 Log in first', false],
  ['421 Shutting down', false],
  ['What?', false],
])('whether "%s" to a recipient is for good: %s', async (reply, isForGood) => {
  const refusal = await refusalBy(reply, mail.recipient);
  expect(String(refusal)).toContain(reply);
  expect(isPermanent(refusal)).toBe(isForGood);
});

test('a mail without a recipient is refused for good before it is sent', async () => {
  const refusal = await refusalBy('250 OK', '');
  expect(isPermanent(refusal), String(refusal)).toBe(true);
});

test('a server that says a little now and then, and never takes the mail, is given up', async () => {
  const ended = Promise.withResolvers<void>();
  const stub = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.test\r\n');
    const line = setInterval(() => socket.write('250-One moment\r\n'), 10);
    socket.on('close', () => (clearInterval(line), ended.resolve()));
  }).listen(0, '127.0.0.1');
  await once(stub, 'listening');
  const url = `smtp://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const failure: unknown = await smtpTransport(url, 'site@site.test', 200)
    .send(mail)
    .catch((error: unknown) => error);
  expect(String(failure)).toContain('has not taken the mail within 0.2 seconds');
  expect(isPermanent(failure)).toBe(false);
  await ended.promise;
  stub.close();
});

/** @param reply of a mail server to the recipient; it agrees to everything else */
async function refusalBy(reply: string, recipient: string): Promise<unknown> {
  const stub = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.test\r\n');
    socket.on('data', (command) => socket.write(`${command.toString().startsWith('RCPT') ? reply : '250 OK'}\r\n`));
  }).listen(0, '127.0.0.1');
  await once(stub, 'listening');
  const url = `smtp://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  try {
    return await smtpTransport(url, 'site@site.test').send({ ...mail, recipient });
  } catch (error) {
    return error;
  } finally {
    stub.close();
  }
}

test.each([',', ';', ':', '(', '[', '<', '>', '\\'])(
  'an address with %j in quotes is refused by the forms, or gets its mail itself',
  async (character) => {
    const recipient = `"a${character}da"@example.com`;
    if (!isEmailAddress(recipient)) return;
    await sendTo('127.0.0.1', '', recipient);
    expect(recipients).toEqual([recipient]);
  },
);
