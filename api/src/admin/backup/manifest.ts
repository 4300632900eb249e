/**
 * `manifest.json` of a backup: what it holds, with the hash of every file. It is written last, with its own hash beside
 * it: a folder without it is not a backup.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { AdminError } from '../admin-error.ts';

export const MANIFEST = 'manifest.json';
/** As `sha256sum --check` reads it. */
export const MANIFEST_HASH = 'manifest.json.sha256';
const FORMAT = 1;

/** Below the backup's folder, and nowhere else. */
const fileName = z
  .string()
  .refine((name) => posix.normalize(name) === name && !posix.isAbsolute(name) && !name.startsWith('..'));

const schema = z.object({
  format: z.literal(FORMAT),
  /** The moment of the snapshot; ISO 8601. */
  at: z.iso.datetime(),
  program: z.object({ version: z.string(), commit: z.string().optional(), node: z.string() }),
  database: z.object({
    kind: z.enum(['sqlite', 'postgres']),
    /** The schema, as the names of its migrations. */
    migrations: z.array(z.string()).min(1),
    /** How many rows each table has. */
    rows: z.record(z.string(), z.int().nonnegative()),
    sequences: z.record(z.string(), z.int().nonnegative()),
  }),
  /** Whether the installation's secret is in the backup: it is not if the environment provides it. */
  hasSecret: z.boolean(),
  /** Names of the keys that CVs in it are encrypted with; the keys are not in it. */
  cvKeys: z.array(z.string()).default([]),
  /** What should be here but is missing, one sentence each. */
  leftOut: z.array(z.string()),
  files: z.record(fileName, z.object({ bytes: z.int().nonnegative(), sha256: z.string().regex(/^[\da-f]{64}$/) })),
});

export type Manifest = z.infer<typeof schema>;
export type FileFacts = Manifest['files'][string];

export const newManifest = (parts: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...parts });

/** How many things that are wrong a message names. */
const NAMED = 10;

export const tableFile = (table: string): string => `tables/${table}.jsonl.gz`;
export const SECRET_FILE = 'session-secret';

/** @throws AdminError saying what is wrong with it */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST)).catch(() => undefined);
  if (!text) throw new AdminError(`${folder} is not a backup, or was never finished: it has no ${MANIFEST}.`);
  const said = await readFile(join(folder, MANIFEST_HASH), 'utf8').catch(() => '');
  if (said !== hashLine(text)) throw damaged(folder, `${MANIFEST} is not the one that was written: its hash differs`);
  const document = JSON.parse(text.toString('utf8')) as { format?: unknown };
  if (document.format !== FORMAT)
    throw new AdminError(
      `${folder} has format ${String(document.format)}, but this program reads format ${FORMAT}. Use the version that made the backup.`,
    );
  const { data, error } = schema.safeParse(document);
  if (data) return data;
  throw damaged(folder, `${MANIFEST} is not a manifest: ${z.prettifyError(error)}`);
}

export const hashLine = (manifest: Uint8Array): string =>
  `${createHash('sha256').update(manifest).digest('hex')}  ${MANIFEST}\n`;

/** Compares every file with what was written. @throws AdminError that names those that differ */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  const found: string[] = [];
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    const path = join(folder, name);
    const size = (await stat(path).catch(() => undefined))?.size;
    if (size === undefined) found.push(`${name} is missing`);
    else if (size !== bytes) found.push(`${name} has ${size} bytes instead of ${bytes}`);
    else if ((await hashOf(path)) !== sha256) found.push(`${name} is altered: its hash differs`);
  }
  if (found.length > 0) throw damaged(folder, firstOf(found));
}

/** For a message: where one thing is wrong, thousands may be. */
export function firstOf(found: string[]): string {
  const more = found.length - NAMED;
  return [...found.slice(0, NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

export const damaged = (folder: string, what: string): AdminError =>
  new AdminError(`The backup ${folder} is damaged: ${what}.`);
