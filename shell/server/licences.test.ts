import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import type { Registry, RegistryEntry } from 'shared/contracts/registry';
import { LICENCES_FILE } from 'shared/releases/urls';
import { type Licence, licenceRoutes } from './licences.ts';
import type { RemoteSource } from './remote-source.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'licences-'));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(build: string, licences: Licence[]): Promise<string> {
  const directory = path.join(folder, build);
  await mkdir(directory, { recursive: true });
  const file = path.join(directory, LICENCES_FILE);
  await writeFile(file, JSON.stringify(licences));
  return file;
}

async function textOf(clientDirectory: string, releases: Record<string, () => Promise<string | undefined>>) {
  const entry = { metadata: { version: '1' }, deployment: { default: true } } as RegistryEntry;
  const microFrontends = Object.fromEntries(Object.keys(releases).map((name) => [name, [entry]]));
  const app = Fastify();
  await app.register(licenceRoutes, {
    clientDirectory,
    remotes: {
      registry: async (): Promise<Registry> => ({ schema: '', microFrontends }),
      file: (name: string) => releases[name]!(),
    } as unknown as RemoteSource,
  });
  const { statusCode, headers, body } = await app.inject('/licences.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  return body;
}

const mit = (name: string): Licence => ({ name, version: '1.0.0', identifier: 'MIT', text: `Copyright ${name}` });

test('what the shell and the current releases have of others, each once, by name', async () => {
  await fileOf('shell', [mit('react'), { name: 'Figtree', version: '', identifier: 'OFL-1.1', text: 'Copyright F' }]);
  const text = await textOf(path.join(folder, 'shell'), {
    'mf-blog': () => fileOf('blog', [mit('quill'), mit('validator'), { name: '@site/shared', version: '1.4.0' }]),
    'mf-auth': () => fileOf('auth', [mit('validator')]),
  });
  expect(text.slice(text.indexOf('=='))).toBe(
    '== Figtree OFL-1.1 ==\n\nCopyright F\n\n== quill 1.0.0 MIT ==\n\nCopyright quill\n\n' +
      '== react 1.0.0 MIT ==\n\nCopyright react\n\n== validator 1.0.0 MIT ==\n\nCopyright validator\n\n',
  );
});

test('a release that is damaged, or was made before builds wrote it, costs only its own; so does a shell', async () => {
  const text = await textOf(path.join(folder, 'none'), {
    'mf-old': async () => undefined,
    'mf-damaged': async () => await Promise.reject(new Error('not the file that was released')),
    'mf-blog': () => fileOf('blog', [mit('quill')]),
  });
  expect(text).toContain('Copyright quill');
});
