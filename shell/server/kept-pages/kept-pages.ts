/** Pages for anonymous visitors over HTTP, made once and answered from memory (decision 057). */
import { Readable } from 'node:stream';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { company } from 'shared/content/company';
import { OBSERVED_PATH } from 'shared/contracts/observed';
import type { Registry } from 'shared/contracts/registry';
import type { ServerLoaderContext } from 'shared/contracts/shell';
import type { VisitorChoice } from 'shared/releases/chosen';
import { isSafe } from 'shared/node/http/same-origin';
import { namesSession } from 'shared/node/http/session-cookie';
import { loaderContextFor, type ApiHop } from '../api-calls/api-hop.ts';
import { keptPageAsked, type KeptResult } from '../measured.ts';
import type { PageAnswer, Pages } from '../pages.ts';
import type { RemoteSource } from '../remote-source.ts';
import { REPORTING_ENDPOINTS } from '../documents/security-headers.ts';
import type { VisitorReleases } from '../visitor-releases.ts';
import { ApiReads, stillTrue } from './api-reads.ts';
import { encodingFor } from './encodings.ts';
import { KeptPage } from './kept-page.ts';
import { PageCache } from './page-cache.ts';
import { type Current, currentOf, type PagePlace, placeOf } from './page-place.ts';

/** While a split runs, the next visitor may get a different page. */
const PRIVATE = { 'cache-control': 'private, no-cache', vary: 'accept-encoding, cookie' };
/** How many earlier registries are remembered, one for each change of what is released. */
const EARLIER_REGISTRIES = 5;

interface KeptPagesOptions {
  pages: Pages;
  remotes: RemoteSource;
  hop: ApiHop;
  /** Origin of `PUBLIC_URL`. */
  publicUrl: string;
  /** 0 keeps nothing. */
  maxBytes: number;
  /** Whether browsers report. */
  reports?: boolean;
  /** What a CDN may do with kept pages, if it may keep them at all; in seconds. */
  cdn?: { fresh: number; stale: number };
}

interface Making {
  context: ServerLoaderContext;
  log: FastifyBaseLogger;
  registry: Registry;
  choice: VisitorChoice;
  /** The releases that the page is made from. */
  current: Current;
  at: number;
}

export class KeptPages {
  readonly #options: KeptPagesOptions;
  readonly #cache: PageCache<PageAnswer>;
  readonly #headers: Record<string, string>;
  /** For the not-found page: a CDN would keep one for each URL that is made up. */
  readonly #headersNowhere: Record<string, string>;
  #served = '';
  #registry: Registry | undefined;
  /** Registries before this one, latest first: only as many as matter while the API is away. */
  #earlier: Registry[] = [];

  constructor(options: KeptPagesOptions) {
    this.#options = options;
    this.#cache = new PageCache(options.maxBytes);
    const reporting = options.reports && { 'reporting-endpoints': REPORTING_ENDPOINTS };
    this.#headers = { ...headersOf(options.cdn), ...reporting };
    this.#headersNowhere = { ...headersOf(undefined), ...reporting };
  }

  /** Memory of all kept pages. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /**
   * The page for a visitor who only reads and has no session; undefined when it has to be made for this visitor.
   * Nothing of the request but its URL reaches the page, so it is the same for all who get the same releases.
   */
  async of(
    request: FastifyRequest,
    url: URL,
    { registry, choice, keptBy }: VisitorReleases,
  ): Promise<KeptPage | PageAnswer | undefined> {
    const { remotes, publicUrl, maxBytes } = this.#options;
    if (maxBytes === 0 || keptBy === 'nobody' || namesSession(publicUrl, request.headers.cookie)) return undefined;
    // It is unknown what is released; the page that says so must not be kept.
    if (!registry) return undefined;
    const current = currentOf(registry, choice);
    this.#restart(registry, current.served);
    const asked = url.pathname + url.search;
    const fresh = this.#cache.fresh(keyOf(current, asked));
    if (fresh) return this.#told(fresh, resultOf(fresh));
    const place = await placeOf(remotes, current, url);
    if (!place) return undefined;
    const { log, ip, id } = request;
    const context = loaderContextFor(this.#options.hop, { ip, id, headers: {} });
    let isMade = false;
    const answer = await this.#cache.get(keyOf(current, place.key), {
      make: (at) => {
        isMade = true;
        return this.#make(place, { context, log, registry, choice, current, at });
      },
      isKept: (made) => made instanceof KeptPage,
      // The release that should make it did answer, but had no data.
      lacksApi: (made) => !(made instanceof KeptPage) && made.status === 503 && made.release?.version === place.version,
      earlier: this.#earlierKeys(place, choice),
      stillTrue: ({ reads }) => stillTrue(reads, context),
    });
    if (!(answer instanceof KeptPage)) return this.#told(answer, 'not kept');
    const result = resultOf(answer);
    return this.#told(answer, isMade && result === 'hit' ? 'miss' : result);
  }

  #told<Answer>(answer: Answer, result: KeptResult): Answer {
    keptPageAsked.tell({ result, bytes: this.bytes });
    return answer;
  }

  /** Answers with a kept page. @param isShared whether all visitors get this one, so that a CDN may keep it as well */
  async send(
    page: KeptPage,
    { request, reply, isShared }: { request: FastifyRequest; reply: FastifyReply; isShared: boolean },
  ): Promise<FastifyReply> {
    const isFound = page.status === 200;
    reply.headers(isShared ? (isFound ? this.#headers : this.#headersNowhere) : PRIVATE);
    // Conditions do not apply to answers other than 200 (RFC 9110, 13.2.1).
    const known = isFound ? page.knownAs(request.headers['if-none-match']) : undefined;
    if (known) {
      // Undefined would be a length of 0 in the answer to HEAD, which caches may take for the page's.
      const nothing = request.method === 'HEAD' ? Readable.from([]) : undefined;
      return reply.code(304).header('etag', known).send(nothing);
    }
    const { body, encoding, etag } = await page.as(encodingFor(request.headers['accept-encoding']));
    if (encoding) reply.header('content-encoding', encoding);
    if (isFound) reply.header('etag', etag);
    return reply
      .code(page.status)
      .header('content-security-policy', page.policies)
      .type('text/html; charset=utf-8')
      .send(body);
  }

  /** Makes visitors who have just written something through this server see it on the next page. */
  followWrites(app: FastifyInstance): void {
    app.addHook('onSend', async ({ method, routeOptions }, { statusCode }) => {
      const isWrite = !isSafe(method) && routeOptions.url !== OBSERVED_PATH;
      if (isWrite && statusCode < 400) this.noteWrite();
    });
  }

  /** Something was written: no page is served without being checked first. */
  noteWrite(): void {
    this.#cache.doubt();
  }

  /** Starts over when what is released has changed: pages of other compositions are out of date. */
  #restart(registry: Registry, served: string): void {
    if (served !== this.#served) {
      if (this.#registry) this.#earlier = [this.#registry, ...this.#earlier].slice(0, EARLIER_REGISTRIES);
      this.#served = served;
      this.#cache.clear();
    }
    this.#registry = registry;
  }

  /** Keys under which the visitor had this page: by the same release, in their group of each split (decision 061). */
  #earlierKeys({ key, owner, version }: PagePlace, choice: VisitorChoice): string[] {
    if (owner === null) return [];
    return this.#earlier
      .map((registry) => currentOf(registry, choice))
      .filter(({ entries }) => entries.get(owner)?.metadata.version === version)
      .map((each) => keyOf(each, key));
  }

  async #make(
    { pageUrl, version }: PagePlace,
    { context, log, registry, choice, current, at }: Making,
  ): Promise<KeptPage | PageAnswer> {
    const { pages, publicUrl, remotes } = this.#options;
    const reads = new ApiReads();
    const answer = await pages.render({
      url: new URL(publicUrl + pageUrl),
      form: undefined,
      shellData: Promise.resolve({ company, session: { status: 'anonymous' }, origin: publicUrl }),
      loaderContext: reads.noting(context),
      registry,
      choice,
      log,
    });
    const { status, headers, html, release, isComplete } = answer;
    const isKept =
      // What a release answers with 404 may exist a moment later.
      status === (version === null ? 404 : 200) &&
      headers['cache-control'] === 'no-cache' &&
      (release?.version ?? null) === version &&
      // If something was released in between, the page may be a mixture.
      currentOf(await remotes.registry(), choice).id === current.id &&
      // If a release's hashes are missing, the page's policy is incomplete.
      isComplete;
    if (!isKept || !reads.all) return answer;
    const policies = [headers['content-security-policy'] ?? []].flat();
    return new KeptPage(html, { status, policies, reads: reads.all, at, release });
  }
}

/** Stale if the last check is later than the last confirmation: then the API did not answer that check. */
const resultOf = ({ askedAt, trueAt }: KeptPage): KeptResult => (askedAt > trueAt ? 'stale' : 'hit');

const keyOf = ({ id }: Current, key: string): string => `${id} ${key}`;

function headersOf(cdn: KeptPagesOptions['cdn']): Record<string, string> {
  if (!cdn) return { 'cache-control': 'no-cache', vary: 'accept-encoding' };
  // Members' answers must not be kept, and only this server checks whether a cookie belongs to a member.
  return {
    'cache-control': `public, max-age=0, s-maxage=${cdn.fresh}, stale-while-revalidate=${cdn.stale}`,
    vary: 'accept-encoding, cookie',
  };
}
