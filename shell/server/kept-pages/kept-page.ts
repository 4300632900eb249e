/** One page in memory, in every encoding that was requested. */
import { createHash } from 'node:crypto';
import type { PageAnswer } from '../pages.ts';
import type { ApiRead } from './api-reads.ts';
import { compressed, compressedLater, type Encoding } from './encodings.ts';

/** What a visitor gets of the page. */
export interface Representation {
  body: Buffer;
  encoding: Encoding | undefined;
  /** Strong: the same tag always means the same bytes. */
  etag: string;
}

interface Form {
  representation: Promise<Representation>;
  /** Whether the best compression has been started. */
  isImproved: boolean;
}

export class KeptPage {
  readonly status: number;
  readonly policies: string[];
  /** The release that made it. */
  readonly release: PageAnswer['release'];
  /** The API's answers that it was made from. */
  readonly reads: readonly ApiRead[];
  /** When the page was last known to be up to date, in milliseconds of the cache's clock. */
  trueAt: number;
  /** When the API was last asked about it, whatever it said. */
  askedAt: number;
  /** In bytes, with all its forms. */
  size: number;
  /** Called with each change of `size`. */
  onGrowth: (bytes: number) => void = () => {};
  isDropped = false;

  readonly #html: Buffer;
  /** Hash of the text and of the headers that depend on it. */
  readonly #tag: string;
  readonly #forms = new Map<Encoding, Form>();

  constructor(
    html: string,
    {
      status = 200,
      policies,
      reads,
      at,
      release = null,
    }: {
      status?: number;
      policies: string[];
      reads: readonly ApiRead[];
      at: number;
      release?: PageAnswer['release'];
    },
  ) {
    this.status = status;
    this.#html = Buffer.from(html);
    this.#tag = createHash('sha256')
      .update(this.#html)
      .update(JSON.stringify(policies))
      .digest('base64url')
      .slice(0, 22);
    this.policies = policies;
    this.release = release;
    this.reads = reads;
    this.trueAt = at;
    this.askedAt = at;
    this.size = this.#html.length + Buffer.byteLength(JSON.stringify([policies, reads]));
  }

  /** Compresses quickly the first time; from the second time on, returns the best compression as soon as it is done. */
  async as(encoding: Encoding | undefined): Promise<Representation> {
    if (encoding === undefined) return { body: this.#html, encoding, etag: `"${this.#tag}"` };
    const form = this.#forms.get(encoding);
    if (form) {
      if (!form.isImproved) this.#improve(encoding, form);
      return form.representation;
    }
    const representation = compressed(this.#html, encoding, 'quick').then((body) =>
      this.#representation(body, encoding),
    );
    this.#forms.set(encoding, { representation, isImproved: false });
    representation.catch(() => this.#forms.delete(encoding));
    const made = await representation;
    this.#grow(made.body.length);
    return made;
  }

  /**
   * The tag of `If-None-Match` that names this page in any encoding and at any quality: a browser that has it needs
   * nothing else. An asterisk names whatever there is.
   * @param given the header
   */
  knownAs(given: string | undefined): string | undefined {
    if (given?.trim() === '*') return `"${this.#tag}"`;
    return given
      ?.split(',')
      .map((tag) => tag.trim().replace(/^W\//, ''))
      .find((tag) => tag === `"${this.#tag}"` || tag.startsWith(`"${this.#tag}-`));
  }

  #improve(encoding: Encoding, form: Form): void {
    form.isImproved = true;
    const improving = async () => {
      const before = await form.representation;
      const body = await compressedLater(this.#html, encoding, () => !this.isDropped);
      if (!body || body.length >= before.body.length) return;
      form.representation = Promise.resolve(this.#representation(body, encoding));
      this.#grow(body.length - before.body.length);
    };
    // On failure, the existing form stays good enough.
    improving().catch(() => {});
  }

  #representation(body: Buffer, encoding: Encoding): Representation {
    return { body, encoding, etag: `"${this.#tag}-${encoding}-${body.length.toString(36)}"` };
  }

  #grow(bytes: number): void {
    this.size += bytes;
    this.onGrowth(bytes);
  }
}
