/** Clients that send too much, or send while the API is away, get an answer and not a broken connection. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'playwright/test';
import { applicationCall } from '../../shared/contracts/careers.ts';
import { postCalls } from '../../shared/contracts/posts.ts';
import { startSite, type Site } from '../../tooling/site/start-site.ts';

let site: Site;
/** One connection, as a browser keeps it for the next request. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

test.beforeAll(async () => {
  site = await startSite({ remotes: ['mf-marketing'] });
});
test.afterAll(async () => {
  agent.destroy();
  await site.stop();
});

async function send(path: string, type: string, bytes: number): Promise<string> {
  const headers = { accept: 'text/plain', 'content-type': type, 'content-length': bytes, origin: site.url };
  const sent = request(site.url + path, { method: 'POST', agent, headers });
  sent.end(Buffer.alloc(bytes));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return `${response.statusCode} ${await text(response)}`;
}

for (const [name, path, type, bytes, answer] of [
  ['a picture', postCalls.images, 'image/png', 11_000_000, /^413 This picture is too large: the limit is 10 MB/],
  ['a call', '/api/contact-us', 'application/json', 300_000, /^413 What you sent is too large/],
  ['a form of a page', '/contact', 'application/x-www-form-urlencoded', 5_000_000, /^413 What you sent is too large/],
] as const) {
  test(`${name} that is too large is refused with a message, and the connection goes on`, async () => {
    // It used to be a matter of luck, so it is tried more than once.
    for (let round = 0; round < 15; round += 1) expect(await send(path, type, bytes)).toMatch(answer);
  });
}

test('while the API is away, a large request is answered, and so is the next one on that connection', async () => {
  await site.stopApi();
  try {
    for (let round = 0; round < 15; round += 1) {
      expect(await send(postCalls.images, 'image/png', 5_000_000)).toMatch(/^503 .+ so nothing was sent\./);
    }
  } finally {
    await site.startApi();
  }
});

test('a file whose sender goes away is not waited for', async () => {
  const closed = Promise.withResolvers<void>();
  const api = createServer(
    (socket) =>
      void socket
        .on('error', () => {})
        .once('close', () => closed.resolve())
        .resume(),
  );
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const other = await startSite({
    withoutApi: true,
    remotes: [],
    env: { API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}` },
  });
  try {
    const connected = once(api, 'connection');
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'content-length': 4_000_000 };
    const sent = request(other.url + applicationCall, { method: 'POST', headers });
    sent.on('error', () => {});
    sent.write(Buffer.alloc(1_000_000));
    await connected;
    sent.destroy();
    await closed.promise;
  } finally {
    await other.stop();
    api.close();
  }
});
