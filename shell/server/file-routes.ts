/** The files whose content never changes under their URL: those of the shell's builds, and those of releases. */
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Deltas } from './deltas/deltas.ts';
import { likenessOf, offeredDictionary } from './deltas/dictionary.ts';
import { sendProblem } from './problem.ts';
import type { RemoteSource } from './remote-source.ts';

/** Releases and assets never change under their URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
/** What changes, but keeps its URL: icons, and documents for programs. */
export const A_DAY = 'public, max-age=86400';
/** What is not here may be at another instance, or soon: a cache must not remember that. */
const UNKEPT = 'no-store';

interface FileServices {
  remotes: RemoteSource;
  /** Folder of the files of the shell's build; it does not exist in development. */
  assets: string;
  /** Folder of their copies: a build that is made while this one runs takes its files away. */
  copies?: string | undefined;
  /** Folders of the builds before it, latest first. */
  earlierBuilds: readonly string[];
}

/** A file of a build, and the earlier versions of it that a browser may have. */
interface BuiltFile {
  /** Local path. */
  local: string;
  /** Its URL with an asterisk in place of what other builds change: it matches the same file of other builds. */
  pattern: string | undefined;
  earlier: () => Promise<string[]>;
}

export async function fileRoutes(
  app: FastifyInstance,
  { remotes, assets, copies, earlierBuilds }: FileServices,
): Promise<void> {
  const deltas = new Deltas();
  // Pages of an earlier build are in open tabs, and come from shells that are not replaced yet (decision 153).
  const folders = [assets, copies, ...earlierBuilds].filter((folder) => folder !== undefined);
  const builds = await Promise.all(folders.map(async (folder) => ({ folder, files: new Set(await filesOf(folder)) })));

  app.get<{ Params: { '*': string } }>('/assets/*', { compress: false }, async (request, reply) => {
    const file = request.params['*'];
    const places = builds.filter(({ files }) => files.has(file)).map(({ folder }) => path.join(folder, file));
    const local = await firstThere(places);
    if (local === undefined) return reply.header('cache-control', UNKEPT).callNotFound();
    const likeness = likenessOf(file);
    return send(request, reply, {
      local,
      pattern: likeness && `/assets/${likeness}`,
      earlier: () => filesLike(likeness, earlierBuilds),
    });
  });

  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    { compress: false },
    async (request, reply) => {
      const { name, version, '*': file } = request.params;
      const local = await remotes.file(name, version, file);
      if (!local) {
        void reply.header('cache-control', UNKEPT);
        return sendProblem(request, reply, { status: 404, code: 'not-found', detail: 'This file was not released.' });
      }
      const likeness = likenessOf(file);
      return send(request, reply, {
        local,
        pattern: likeness && `/remotes/${name}/*/${likeness}`,
        earlier: async () => (await remotes.earlierFiles?.(name, version, file)) ?? [],
      });
    },
  );

  /** Sends the file, or only what is new in it. */
  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { local, pattern, earlier }: BuiltFile,
  ): Promise<FastifyReply> {
    if (pattern !== undefined) {
      reply.header('use-as-dictionary', `match="${pattern}"`).header('vary', 'available-dictionary');
      const dictionary = offeredDictionary(request.headers);
      const delta = dictionary && (await deltas.of({ file: local, dictionary, earlier }));
      if (delta) {
        reply.header('vary', 'accept-encoding, available-dictionary').header('cache-control', IMMUTABLE);
        return reply.header('content-encoding', 'dcz').type(typeOf(local)).send(delta);
      }
    }
    return reply.sendFile(path.basename(local), path.dirname(local));
  }
}

async function firstThere(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}

/** Paths of the files with this likeness in some folders. */
async function filesLike(likeness: string | undefined, folders: readonly string[]): Promise<string[]> {
  const each = folders.map(async (folder) => {
    const files = await filesOf(folder);
    return files.filter((file) => likenessOf(file) === likeness).map((file) => path.join(folder, file));
  });
  return (await Promise.all(each)).flat();
}

const filesOf = (folder: string): Promise<string[]> => readdir(folder).catch((): string[] => []);

/** The content type with which the files themselves are sent. */
function typeOf(file: string): string {
  return `${file.endsWith('.css') ? 'text/css' : 'application/javascript'}; charset=utf-8`;
}
