/** What a page was made from: the answers that its loaders got from the API, each with its validator. */
import type { ServerLoaderContext } from 'shared/contracts/shell';

type ApiFetch = ServerLoaderContext['apiFetch'];

export interface ApiRead {
  path: string;
  accept: string | null;
  /** Of the answer. The API's tags are weak, but computed from the whole answer, so equal tags mean equal data. */
  etag: string;
}

/** Notes what loaders read. */
export class ApiReads {
  readonly #reads: ApiRead[] = [];
  #canBeAskedAgain = true;

  /** The same calls, noted. */
  noting({ apiFetch }: ServerLoaderContext): ServerLoaderContext {
    return { apiFetch: (path, init) => this.#note(apiFetch, path, init) };
  }

  /** Everything that was read; undefined if some of it cannot be requested again, or must not be kept. */
  get all(): readonly ApiRead[] | undefined {
    return this.#canBeAskedAgain ? this.#reads : undefined;
  }

  async #note(apiFetch: ApiFetch, path: string, init?: RequestInit): Promise<Response> {
    try {
      const response = await apiFetch(path, init);
      const etag = response.headers.get('etag');
      if ((init?.method ?? 'GET') === 'GET' && etag !== null && isForEverybody(response))
        this.#reads.push({ path, accept: new Headers(init?.headers).get('accept'), etag });
      else this.#canBeAskedAgain = false;
      return response;
    } catch (error) {
      this.#canBeAskedAgain = false;
      throw error;
    }
  }
}

function isForEverybody({ status, headers }: Response): boolean {
  const isClosed = /\b(no-store|private)\b/i.test(headers.get('cache-control') ?? '');
  return status === 200 && !isClosed && !headers.has('set-cookie');
}

/** `unknown`: the API did not say, because it is away or has too much to do. */
export type Truth = 'same' | 'changed' | 'unknown';

/** Requests everything again, with the known validators. Never throws. */
export async function stillTrue(reads: readonly ApiRead[], { apiFetch }: ServerLoaderContext): Promise<Truth> {
  const answers = await Promise.all(
    reads.map(async ({ path, accept, etag }): Promise<Truth> => {
      try {
        const headers = { ...(accept === null ? {} : { accept }), 'if-none-match': etag };
        const response = await apiFetch(path, { headers });
        // An unread body would keep the connection busy.
        await response.body?.cancel();
        if (response.status === 304) return 'same';
        return response.status >= 500 || response.status === 429 ? 'unknown' : 'changed';
      } catch {
        return 'unknown';
      }
    }),
  );
  if (answers.includes('changed')) return 'changed';
  return answers.includes('unknown') ? 'unknown' : 'same';
}
