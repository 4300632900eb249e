import { expect } from 'vitest';
import type { TestApi } from './api.ts';

/** Expects that HEAD names the tag and length that GET has, whether the client has the answer already or not. */
export async function expectHeadLikeGet(api: TestApi, path: string): Promise<void> {
  const answer = await api.fetch(path);
  const tag = answer.headers.get('etag')!;
  const size = String((await answer.arrayBuffer()).byteLength);
  for (const [known, code] of [
    ['"another"', 200],
    [tag, 304],
  ] as const) {
    const { status, headers } = await api.fetch(path, { method: 'HEAD', headers: { 'if-none-match': known } });
    expect([status, headers.get('etag'), headers.get('content-length')]).toEqual([code, tag, size]);
  }
}
