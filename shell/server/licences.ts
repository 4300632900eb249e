/** What browsers get of others' work: its licences ask that they come with each copy. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { company } from 'shared/content/company';
import { currentReleases } from 'shared/releases/current';
import { LICENCES_FILE } from 'shared/releases/urls';
import type { RemoteSource } from './remote-source.ts';

/** As builds write it: Vite, and `tooling/vite/font-licences.ts`. */
export interface Licence {
  name: string;
  version: string;
  /** As SPDX names it. */
  identifier?: string;
  text?: string;
}

interface LicenceServices {
  remotes: RemoteSource;
  /** Folder of what the shell's build made for browsers. */
  clientDirectory: string;
}

export async function licenceRoutes(
  app: FastifyInstance,
  { remotes, clientDirectory }: LicenceServices,
): Promise<void> {
  // A build that is made while this one runs takes its files away.
  const own = await licencesIn(path.join(clientDirectory, LICENCES_FILE));
  app.get('/licences.txt', async (_request, reply) => {
    const current = [...currentReleases(await remotes.registry())];
    const released = await Promise.all(
      // A release that is damaged costs only its own.
      current.map(([name, { metadata }]) =>
        remotes.file(name, metadata.version, LICENCES_FILE).then(licencesIn, () => []),
      ),
    );
    return reply.type('text/plain; charset=utf-8').send(asText([...own, ...released.flat()]));
  });
}

/** Nothing in development, and of releases that were made before builds wrote it. */
async function licencesIn(file: string | undefined): Promise<Licence[]> {
  const text = file && (await readFile(file, 'utf8').catch(() => undefined));
  // A remote in a repository of its own also has the company's packages, which have no licence.
  return text ? (JSON.parse(text) as Licence[]).filter((each) => each.identifier ?? each.text) : [];
}

function asText(licences: readonly Licence[]): string {
  const texts = new Map(
    licences.map(({ name, version, identifier, text = '' }) => {
      const title = [name, version, identifier].filter(Boolean).join(' ');
      return [title, `== ${title} ==\n\n${text}`];
    }),
  );
  const intro = `What is in the website of ${company.name} that others have made, and the licences under which it is there.`;
  return [intro, ...[...texts].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text), ''].join('\n\n');
}
