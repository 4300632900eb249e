/** Forms with one file: the texts go to memory, the file to disk, and nothing comes in without a limit. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import multipart, { type Multipart } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { namesIn } from 'shared/node/files/names-in';
import { whenBroken } from 'shared/node/http/arrival';
import { RefusedRequest } from 'shared/node/http/refused-request';
import { retentionTime } from 'shared/rules/retention';
import { isUuid } from 'shared/rules/uuid';
import { fieldsRefused, ProblemError } from '../problem.ts';
import { filePlaces } from './file-places.ts';

/** What a form may hold besides its file: names, boundaries, texts. */
const TEXTS_MAX_BYTES = 64 * 1024;

export interface UploadRules {
  /** Folder for files while they are checked. */
  folder: string;
  /** Names of the text fields. Any other field is refused, and so is a second one with the same name. */
  texts: readonly string[];
  /** Name of the file's field. */
  file: string;
  /** Largest file, in bytes. */
  fileMax: number;
  /** The answer to a larger file. */
  tooLarge: () => ProblemError;
}

export interface UploadedForm {
  /** By name; a field that was not sent is missing. Line breaks are single characters. */
  texts: Record<string, string>;
  /** Its name is the sender's and not to be trusted. */
  file: { name: string; size: number; path: string } | undefined;
}

/** Call it on a separate instance: its routes take `multipart/form-data` and nothing else. */
export async function takeUploads(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(multipart, { preservePath: true, throwFileSizeLimit: false });
  // Fastify's own refusal is told in the words of the routes that take JSON.
  app.addContentTypeParser('*', (_request, _body, done) => done(notMultipart()));
}

const inPlace = filePlaces();

/**
 * Receives the form and gives it to `use`; its file is gone afterwards, whatever happens.
 * @throws ProblemError for a form that is too large or malformed, and when too many arrive at once
 */
export async function withUpload<T>(
  request: FastifyRequest,
  rules: UploadRules,
  use: (form: UploadedForm) => Promise<T>,
): Promise<T> {
  const path = join(rules.folder, randomUUID());
  return await inPlace(request, async () => {
    try {
      await mkdir(rules.folder, { recursive: true, mode: 0o700 });
      return await use(await receive(request, rules, path));
    } finally {
      await rm(path, { force: true });
    }
  });
}

/** Removes what killed processes left: no form takes that long to arrive. */
export async function removeLeftUploads(folder: string, time = Date.now()): Promise<void> {
  // Others have other names: another program may have a folder of this name where `DATA_DIR` is.
  for (const name of (await namesIn(folder)).filter(isUuid)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && time - found.mtimeMs > retentionTime('uploads')) await rm(path, { force: true });
  }
}

async function receive(request: FastifyRequest, rules: UploadRules, path: string): Promise<UploadedForm> {
  const all = rules.fileMax + TEXTS_MAX_BYTES;
  const stop = new AbortController();
  const parts = request.parts({
    limits: {
      fileSize: rules.fileMax,
      files: 1,
      fields: rules.texts.length,
      fieldSize: TEXTS_MAX_BYTES,
      fieldNameSize: 100,
      parts: rules.texts.length + 1,
      headerPairs: 20,
    },
  });
  let received = 0;
  // The parser silently skips what is beyond a limit, and would do so forever.
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > all) stop.abort(rules.tooLarge());
  };
  if (Number(request.headers['content-length'] ?? 0) > all) throw rules.tooLarge();
  const stopped = once(stop.signal, 'abort').then(() => Promise.reject(stop.signal.reason as Error));
  const ended = whenBroken(request.raw, (late) => stop.abort(late ?? malformed(UNREADABLE)));
  try {
    const first = parts.next();
    request.raw.on('data', count);
    return await Promise.race([collect(first, parts, rules, { path, signal: stop.signal }), stopped]);
  } catch (error) {
    throw refusalOf(stop.signal.aborted ? stop.signal.reason : error);
  } finally {
    ended();
    request.raw.off('data', count);
    request.raw.unpipe();
    stop.abort();
  }
}

async function collect(
  first: Promise<IteratorResult<Multipart>>,
  parts: AsyncIterator<Multipart>,
  rules: UploadRules,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<UploadedForm> {
  const form: UploadedForm = { texts: {}, file: undefined };
  for (let next = await first; !next.done; next = await parts.next()) {
    const part = next.value;
    if (part.type === 'file') {
      if (part.fieldname !== rules.file || form.file)
        throw malformed(`The form has no such file field: ${JSON.stringify(part.fieldname)}.`);
      const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
      await pipeline(part.file, target, { signal });
      if (part.file.truncated) throw rules.tooLarge();
      form.file = { name: part.filename, size: target.bytesWritten, path };
    } else {
      const { fieldname, value, valueTruncated } = part;
      if (!rules.texts.includes(fieldname))
        throw malformed(`The form has no such field: ${JSON.stringify(fieldname)}.`);
      if (fieldname in form.texts) throw malformed(`The field ${fieldname} was sent twice.`);
      if (typeof value !== 'string') throw malformed(`The field ${fieldname} must be text.`);
      if (valueTruncated) throw fieldsRefused([{ field: fieldname, message: TEXT_TOO_LONG }]);
      form.texts[fieldname] = value.replaceAll('\r\n', '\n');
    }
  }
  return form;
}

/** The form's own check tells the limit, of a text that was received. */
const TEXT_TOO_LONG = 'This is too long. Shorten it, then send again.';

const UNREADABLE = 'The form could not be read: it is incomplete, has too many parts, or is not multipart/form-data.';

function notMultipart(): ProblemError {
  return new ProblemError({
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The body must be sent as multipart/form-data.',
  });
}

/** Errors of the parser and of the connection are about the body; errors of the disk are not. */
function refusalOf(error: unknown): unknown {
  if (error instanceof ProblemError || error instanceof RefusedRequest) return error;
  const { code, syscall } = error as { code?: string; syscall?: string };
  if (syscall && code !== 'ECONNRESET') return error;
  return malformed(UNREADABLE);
}

function malformed(detail: string): ProblemError {
  return new ProblemError({ status: 400, code: 'malformed-body', detail });
}
