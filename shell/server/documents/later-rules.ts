/** Files of the rules that only the later parts of pages need, named by their content (decision 133). */
import { createHash } from 'node:crypto';
import { compressed, type Encoding } from '../kept-pages/encodings.ts';

export const LATER_RULES_PATH = '/assets/rules/';
/** Far more than the releases that answer at a time need: one page of the site has such rules. */
const FILES_MAX = 100;
const NAME_LENGTH = 16;

export class LaterRules {
  readonly #files = new Map<string, RulesFile>();
  readonly #compress: typeof compressed;

  /** @param compress another one in tests */
  constructor(compress = compressed) {
    this.#compress = compress;
  }

  /** Keeps the rules. @returns their URL, which also tells other shells which page they belong to */
  urlOf(rules: string, page: string): string {
    const name = `${createHash('sha256').update(rules).digest('base64url').slice(0, NAME_LENGTH)}.css`;
    const file = this.#files.get(name) ?? new RulesFile(rules, this.#compress);
    // Puts it last, as the one most recently asked for.
    this.#files.delete(name);
    this.#files.set(name, file);
    if (this.#files.size > FILES_MAX) this.#files.delete(this.#files.keys().next().value!);
    return `${LATER_RULES_PATH}${name}?of=${encodeURIComponent(page)}`;
  }

  file(name: string): RulesFile | undefined {
    return this.#files.get(name);
  }
}

class RulesFile {
  readonly #text: Buffer;
  readonly #forms = new Map<Encoding, Promise<Buffer>>();
  readonly #compress: typeof compressed;

  constructor(text: string, compress: typeof compressed) {
    this.#text = Buffer.from(text);
    this.#compress = compress;
  }

  /** Compressed as small as possible, since that is done only once. */
  as(encoding: Encoding | undefined): Buffer | Promise<Buffer> {
    if (encoding === undefined) return this.#text;
    const known = this.#forms.get(encoding);
    if (known) return known;
    const form = this.#compress(this.#text, encoding, 'best');
    this.#forms.set(encoding, form);
    form.catch(() => this.#forms.delete(encoding));
    return form;
  }
}
