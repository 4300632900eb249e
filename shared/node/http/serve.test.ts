/** A server that is told to stop while it starts, and while a client connects. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';

/**
 * @param program what it does with Fastify and `serve`
 * @param isParent whether the server gets this process
 * @returns also what it has printed so far
 */
function start(program: string, isParent = false): { server: ChildProcess; said: () => string } {
  const imports = `import Fastify from 'fastify'; import { serve } from './serve.ts';`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', imports + program], {
    cwd: path.resolve(import.meta.dirname),
    stdio: ['pipe', 'pipe', 'pipe', ...(isParent ? (['ipc'] as const) : [])],
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  let said = '';
  for (const output of [server.stdout!, server.stderr!]) output.on('data', (bytes: Buffer) => (said += String(bytes)));
  return { server, said: () => said };
}

test('a stop does not wait for the start to end', async () => {
  const { server, said } = start(`
    const app = Fastify({ pluginTimeout: 120_000 });
    app.addHook('onReady', async () => {
      console.log('starting');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    app.addHook('onListen', () => console.log('listening'));
    await serve(app, { name: 'The sample', host: '127.0.0.1', port: 0, onClose: () => console.log('closed') });
  `);
  await expect.poll(said).toContain('starting');
  server.kill('SIGTERM');
  const [status] = (await once(server, 'close')) as [number | null];
  expect(status, 'one that has to be ended after ten seconds ends with 1').toBe(0);
  expect(said().trim().split('\n')).toEqual(['starting', 'closed']);
});

test('a client that connects at the moment of the stop is answered, though there was no other client', async () => {
  const { server, said } = start(`
    import { readSync } from 'node:fs';
    const app = Fastify({ return503OnClosing: false });
    app.get('/', () => 'answered');
    const onStop = () => {
      console.log('stopping');
      // Until the visitor is in the system's queue, which the test signals by ending the input.
      readSync(0, Buffer.alloc(1));
    };
    console.log('port', await serve(app, { name: 'The sample', host: '127.0.0.1', port: 0, onStop }));
  `);
  await expect.poll(said).toContain('port');
  const [, port] = /port (\d+)/.exec(said())!;
  server.kill('SIGTERM');
  await expect.poll(said).toContain('stopping');
  const visitor = connect(Number(port), '127.0.0.1');
  await once(visitor, 'connect');
  visitor.write('GET / HTTP/1.1\r\nhost: sample\r\nconnection: close\r\n\r\n');
  server.stdin!.end();
  expect(await text(visitor).catch(String)).toMatch(/^HTTP\/1\.1 200 /);
  const [status] = (await once(server, 'close')) as [number | null];
  expect(status).toBe(0);
});

test.each([
  ['before it begins', `await gone(); await serve(app, options);`],
  ['while it gets ready', `await serve(app, { ...options, beforeReady: gone });`],
])('a parent that goes %s ends it', async (_moment, program) => {
  const { server, said } = start(
    `
      const gone = async () => {
        console.log('waiting');
        await new Promise((resolve) => process.once('disconnect', resolve));
      };
      const app = Fastify();
      const options = { name: 'The sample', host: '127.0.0.1', port: 0 };
      ${program}
    `,
    true,
  );
  await expect.poll(said).toContain('waiting');
  server.disconnect();
  const [status] = (await once(server, 'exit')) as [number | null];
  expect(status, said()).toBe(0);
});

test('a host that is not of this machine is named, not its error', async () => {
  // Reserved for documents (RFC 5737).
  const options = `{ name: 'The sample', host: '192.0.2.1', port: 0, hostVariable: 'SAMPLE_HOST' }`;
  const { server, said } = start(`await serve(Fastify(), ${options});`);
  const [status] = (await once(server, 'close')) as [number | null];
  expect(status).toBe(1);
  expect(said()).toMatch(
    /^The sample cannot listen: .*192\.0\.2\.1.*Set SAMPLE_HOST to an IP address of this machine.*\n$/,
  );
});
