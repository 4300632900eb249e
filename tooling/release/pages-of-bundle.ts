/** Which pages a server bundle has, found in a thread as confined as the one in which it will render. */
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { compileCache } from '../../shared/node/compile-cache.ts';
import type { PageRoute } from '../../shared/releases/flatten-routes.ts';
import { integrityOf } from '../../shared/releases/integrity.ts';
import type { BundleAnswer } from './bundle-thread.ts';

/** Beside this file, and compiled as it is. */
const program = new URL(`./bundle-thread${path.extname(import.meta.url)}`, import.meta.url);
/** A slow machine needs some seconds to begin the thread. */
const DEADLINE_MS = 20_000;

/** Results by bundle, since a command that tries a build and then releases it examines it twice. */
const found = new Map<string, readonly PageRoute[]>();

/** @param key names it in messages @throws Error that says why it does not load */
export async function pagesOfBundle(
  key: string,
  source: string,
  deadlineMs = DEADLINE_MS,
): Promise<readonly PageRoute[]> {
  const hash = integrityOf(source);
  const pages = found.get(hash) ?? (await pagesInThread(key, source, deadlineMs));
  found.set(hash, pages);
  return pages;
}

async function pagesInThread(key: string, source: string, deadlineMs: number): Promise<PageRoute[]> {
  // Most of what the thread takes is compiling React and the other shared modules.
  const env = { NODE_ENV: process.env.NODE_ENV, ...compileCache() };
  const worker = new Worker(program, { workerData: { key, source }, env, execArgv: [], stdout: true, stderr: true });
  const answered = Promise.withResolvers<BundleAnswer>();
  const late = `It did not load within ${deadlineMs / 1000} s.`;
  const timer = setTimeout(() => answered.resolve({ error: late }), deadlineMs);
  worker.on('message', answered.resolve);
  worker.on('error', (error) => answered.resolve({ error: String(error) }));
  worker.on('exit', () => answered.resolve({ error: 'It ended before it could name its routes.' }));
  const answer = await answered.promise;
  clearTimeout(timer);
  await worker.terminate();
  if ('error' in answer) throw new Error(answer.error);
  return answer.pages;
}
