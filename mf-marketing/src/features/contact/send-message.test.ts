import { afterEach, expect, test, vi } from 'vitest';
import { sendMessage } from './send-message.ts';

const message = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  subject: 'Obi',
  message: 'Hello',
};

afterEach(() => vi.unstubAllGlobals());

const answer = (response: () => Response) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => response()),
  );

test('status 201 alone is success', async () => {
  answer(() => Response.json({ id: '1' }, { status: 201 }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: true });
  answer(() => new Response('stored', { status: 200 }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Submission failed!', status: 200 });
});

test('the text of an error response is shown, unless it is markup, JSON or empty', async () => {
  answer(() => new Response(' Too many messages. \n', { status: 429 }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Too many messages.', status: 429 });
  answer(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Submission failed!', status: 502 });
  answer(() => Response.json({ message: 'Endpoint request timed out' }, { status: 504 }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Submission failed!', status: 504 });
  answer(() => new Response('', { status: 500 }));
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Submission failed!', status: 500 });
});

test('no answer is a failure', async () => {
  answer(() => {
    throw new TypeError('offline');
  });
  expect(await sendMessage(message, 'k')).toEqual({ sent: false, message: 'Submission failed!', status: 0 });
});
