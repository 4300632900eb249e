/** A server that is told to stop while it starts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Starts for a minute, and says when that begins. */
const program = `
  import Fastify from 'fastify';
  import { serve } from './serve.ts';
  const app = Fastify({ pluginTimeout: 120_000 });
  app.addHook('onReady', async () => {
    console.log('starting');
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  });
  app.addHook('onListen', () => console.log('listening'));
  await serve(app, { name: 'The sample', host: '127.0.0.1', port: 0, onClose: () => console.log('closed') });
`;

test('a stop does not wait for the start to end', async () => {
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: path.resolve(import.meta.dirname),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    server.stdout.on('data', (bytes: Buffer) => (said += String(bytes)));
    await expect.poll(() => said, { timeout: 15_000 }).toContain('starting');
    server.kill('SIGTERM');
    const [status] = (await once(server, 'close')) as [number | null];
    expect(status, 'one that has to be ended after ten seconds ends with 1').toBe(0);
    expect(said.trim().split('\n')).toEqual(['starting', 'closed']);
  } finally {
    server.kill('SIGKILL');
  }
}, 30_000);
