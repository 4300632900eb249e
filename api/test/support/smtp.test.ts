import { connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startMailServer } from './smtp.ts';

test('a mail that breaks off is no mail, and the next one arrives', async () => {
  const server = await startMailServer();
  const { port } = new URL(server.url);
  const begin = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    for (const line of ['', 'EHLO here\r\n', 'MAIL FROM:<a@site.test>\r\n', 'RCPT TO:<b@site.test>\r\n', 'DATA\r\n']) {
      if (line) socket.write(line);
      await once(socket, 'data');
    }
    socket.write(text);
    return socket;
  };
  const broken = await begin('Subject: Half of it\r\n\r\nWords');
  await new Promise((resolve) => setTimeout(resolve, 100));
  broken.resetAndDestroy();
  const whole = await begin('Subject: All of it\r\n\r\nWords\r\n.\r\n');
  await once(whole, 'data');
  whole.destroy();
  expect(server.received.map(({ subject }) => subject)).toEqual(['All of it']);
  await server.down();
});
