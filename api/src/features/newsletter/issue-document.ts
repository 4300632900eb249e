/**
 * An issue of the newsletter as mail programs get it: its Markdown as a page, and as text for those who read text. Both
 * hold {@link UNSUBSCRIBE_PLACE} where each subscriber's own link belongs.
 */
import { company } from 'shared/content/company';
import { escapeXml as escaped } from 'shared/node/xml';
import { DomUtils, parseDocument } from 'htmlparser2';
import { lexer, type Token, type Tokens } from 'marked';
import { mailPage, mailStyles } from '../../mail/mail-page.ts';

/** No text of a person has this character, since no database holds it (decision 041). */
export const UNSUBSCRIBE_PLACE = '\u0000';

export interface IssueDocument {
  html: string;
  text: string;
}

/** An issue cannot be stored or sent. The message says why, and what can be, in words for its author. */
export class IssueError extends Error {}

/**
 * @param publicUrl of the site: links that begin with `/` lead there
 * @throws IssueError
 */
export function issueDocument(
  { subject, markdown }: { subject: string; markdown: string },
  publicUrl: string,
): IssueDocument {
  const tokens = lexer(markdown);
  const writer = { html: new HtmlWriter(publicUrl), text: new TextWriter(publicUrl) };
  const contact = [company.name, ...company.address, company.phone.display, company.email.display];
  return {
    html: mailPage({
      subject,
      content: writer.html.blocks([
        { type: 'heading', raw: '', depth: 1, tokens: [{ type: 'escape', raw: '', text: subject }] },
        ...tokens,
      ]),
      footer: `<p style="${mailStyles.p}">You get this because you subscribed to our newsletter. <a href="${UNSUBSCRIBE_PLACE}">Unsubscribe</a></p>
<p style="margin:0">${contact.map(escaped).join('<br>\n')}</p>`,
    }),
    text:
      [
        subject,
        writer.text.blocks(tokens),
        `-- \nYou get this because you subscribed to our newsletter. Unsubscribe:\n${UNSUBSCRIBE_PLACE}`,
        contact.join('\n'),
      ].join('\n\n') + '\n',
  };
}

/** Of blocks: space, and `[1]: https://…`, which is part of the links that name it. */
const UNWRITTEN = new Set(['space', 'def']);

/** Writes tokens of Markdown; subclasses decide in which form. */
abstract class Writer {
  readonly #publicUrl: string;

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl;
  }

  /** Between two blocks. */
  protected abstract readonly separator: string;
  protected abstract block(token: Token): string;
  protected abstract inline(token: Token): string;

  blocks(tokens: Token[] = []): string {
    return tokens
      .filter(({ type }) => !UNWRITTEN.has(type))
      .map((token) => this.block(token))
      .filter((written) => written !== '')
      .join(this.separator);
  }

  protected words(tokens: Token[] = []): string {
    return tokens.map((token) => this.inline(token)).join('');
  }

  protected target(href: string): string {
    const path = decoded(href);
    const url = path.startsWith('/') && !path.startsWith('//') ? this.#publicUrl + path : path;
    if (!/^(https?:\/\/|mailto:)\S+$/.test(url))
      throw new IssueError(
        `A link leads to "${path}". Links begin with https://, with mailto: or, to a page of the site, with /.`,
      );
    return url;
  }

  protected unknown({ type, raw }: Token): never {
    throw new IssueError(
      `"${raw.trim().slice(0, 60)}" (${type}) cannot be shown in a mail: headings, paragraphs, lists, quotes, code, images, links, bold and italic can.`,
    );
  }
}

class HtmlWriter extends Writer {
  protected readonly separator = '\n';

  protected block(token: Token): string {
    switch (token.type) {
      case 'heading':
        return element(
          `h${Math.min((token as Tokens.Heading).depth, 3)}` as 'h1' | 'h2' | 'h3',
          this.words(token.tokens),
        );
      case 'paragraph':
        return element('p', this.words(token.tokens));
      case 'text':
        return token.tokens ? this.words(token.tokens) : escaped(decoded(token.text));
      case 'blockquote':
        return element('blockquote', this.blocks(token.tokens));
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        const content = items.map((item) => element('li', this.blocks(item.tokens))).join('\n');
        if (!ordered) return element('ul', content);
        return element('ol', content, start === 1 ? '' : ` start="${Number(start)}"`);
      }
      case 'code':
        return element('pre', escaped(token.text));
      case 'hr':
        return `<hr style="${mailStyles.hr}">`;
      default:
        return this.unknown(token);
    }
  }

  protected inline(token: Token): string {
    switch (token.type) {
      case 'text':
        return escaped(decoded(token.text));
      case 'escape':
        return escaped(token.text);
      case 'strong':
        return `<strong>${this.words(token.tokens)}</strong>`;
      case 'em':
        return `<em>${this.words(token.tokens)}</em>`;
      case 'codespan':
        return element('code', escaped(token.text));
      case 'br':
        return '<br>';
      case 'link':
        return `<a href="${escaped(this.target(token.href))}">${this.words(token.tokens)}</a>`;
      case 'image':
        return `<img src="${escaped(this.target(token.href))}" alt="${escaped(decoded(token.text))}" style="${mailStyles.img}">`;
      default:
        return this.unknown(token);
    }
  }
}

class TextWriter extends Writer {
  protected readonly separator = '\n\n';

  protected block(token: Token): string {
    switch (token.type) {
      case 'heading': {
        const text = this.words(token.tokens);
        return `${text}\n${(token.depth > 2 ? '-' : '=').repeat(Math.min(text.length, 60))}`;
      }
      case 'paragraph':
        return this.words(token.tokens);
      case 'text':
        return token.tokens ? this.words(token.tokens) : decoded(token.text);
      case 'blockquote':
        return indented(this.blocks(token.tokens), '> ', '> ');
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        const mark = (index: number): string => (ordered ? `${Number(start) + index}. ` : '- ');
        return items
          .map(({ tokens: parts }, index) => indented(this.blocks(parts), mark(index), ' '.repeat(mark(index).length)))
          .join('\n');
      }
      case 'code':
        return indented(token.text, '    ', '    ');
      case 'hr':
        return '* * *';
      default:
        return this.unknown(token);
    }
  }

  protected inline(token: Token): string {
    switch (token.type) {
      case 'text':
        return decoded(token.text);
      case 'escape':
      case 'codespan':
        return token.text;
      case 'strong':
      case 'em':
        return this.words(token.tokens);
      case 'br':
        return '\n';
      case 'link': {
        const [words, url] = [this.words(token.tokens), this.target(token.href)];
        return url === words || url === `mailto:${words}` ? words : `${words} (${url})`;
      }
      case 'image':
        this.target(token.href);
        return token.text === '' ? '' : `[${decoded(token.text)}]`;
      default:
        return this.unknown(token);
    }
  }
}

/** With the characters for which references such as `&copy;` stand; marked leaves those outside code to its caller. */
const decoded = (text: string): string =>
  text.replaceAll(/&#?[\da-z]+;/gi, (reference) => DomUtils.textContent(parseDocument(reference)));

const element = (tag: keyof typeof mailStyles, content: string, attributes = ''): string =>
  `<${tag}${attributes} style="${mailStyles[tag]}">${content}</${tag}>`;

const indented = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join('\n');
