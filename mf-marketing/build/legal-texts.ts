/** Builds the legal texts: turns Markdown into a module with the text as plain data. */
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { type RetainedKind, retention, retentionPeriod, retentionTable } from 'shared/rules/retention';
import type { CompanyFact, LegalNode, LegalTag, LegalText } from '../src/content/legal/format.ts';

/** Lets the pages import `*.md` files as {@link LegalText}. */
export function legalTexts(): Plugin {
  return {
    name: 'site:legal-texts',
    transform(source, id) {
      if (!id.endsWith('.md')) return;
      try {
        return { code: `export default ${JSON.stringify(legalText(source))};`, map: null, moduleType: 'js' };
      } catch (error) {
        this.error(`${id}: ${(error as Error).message}`);
      }
    },
  };
}

const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
/** A paragraph of only this becomes the table of what is kept and for how long. */
const RETENTION_TABLE = '{retention}';
const facts: readonly CompanyFact[] = ['name', 'email', 'phone', 'address', 'hours'];

/**
 * @param source Markdown after a head of `title`, `description` and `updated`; every section begins with `##`
 * @throws Error for anything that the pages do not show, saying what is wrong
 */
export function legalText(source: string): LegalText {
  const head = FRONT_MATTER.exec(source);
  if (!head) throw new Error('It must begin with a head of title, description and updated between two lines of "---".');
  const field = (name: string): string => {
    const value = new RegExp(`^${name}: *(.+)$`, 'm').exec(head[1]!)?.[1];
    if (!value) throw new Error(`The head must have a line "${name}: …".`);
    return value;
  };
  const sections: { id: string; heading: string; body: LegalNode[] }[] = [];
  for (const token of lexer(source.slice(head[0].length))) {
    if (token.type === 'space') continue;
    if (token.type === 'heading' && token.depth === 2) {
      const heading = (token as Tokens.Heading).text;
      const id = heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '');
      if (sections.some((section) => section.id === id)) throw new Error(`Two sections are called "${heading}".`);
      sections.push({ id, heading, body: [] });
    } else {
      const section = sections.at(-1);
      if (!section) throw new Error('The text must begin with a section: a line that starts with "## ".');
      section.body.push(...nodes(token));
    }
  }
  return {
    title: field('title'),
    description: field('description'),
    updated: element('p', words(`Last updated ${field('updated')}`)),
    sections,
  };
}

const element = (tag: LegalTag, children: LegalNode[]): LegalNode => ({ tag, children });

function nodes(token: Token): LegalNode[] {
  const children = (tokens: Token[] = []): LegalNode[] => tokens.flatMap(nodes);
  switch (token.type) {
    case 'space':
      return [];
    case 'paragraph':
      if (token.raw.trim() === RETENTION_TABLE) return [retentionRows()];
      return [element('p', children(token.tokens))];
    case 'heading':
      if (token.depth !== 3) throw new Error(`"${token.raw.trim()}": headings below a section start with "### ".`);
      return [element('h3', children(token.tokens))];
    case 'list':
      return [
        element(
          token.ordered ? 'ol' : 'ul',
          (token as Tokens.List).items.map((item) => element('li', children(item.tokens))),
        ),
      ];
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      return [
        { columns: header.map(({ text }) => text), rows: rows.map((row) => row.map(({ tokens }) => children(tokens))) },
      ];
    }
    case 'strong':
    case 'em':
      return [element(token.type, children(token.tokens))];
    case 'codespan':
      return [element('code', [token.text as string])];
    case 'link':
      return [{ tag: 'a', to: (token as Tokens.Link).href, children: children(token.tokens) }];
    case 'text':
      return token.tokens ? children(token.tokens) : words(token.text as string);
    default:
      throw new Error(`"${token.raw.trim().slice(0, 60)}" is ${token.type}, which the pages do not show.`);
  }
}

function retentionRows(): LegalNode {
  return {
    columns: ['What', 'What for', 'How long'],
    rows: retentionTable().map(({ what, why, period }) => [[what], [why], [period]]),
  };
}

/** Text, with placeholders marked, and retention periods and the company's facts filled in. */
function words(text: string): LegalNode[] {
  return text
    .split(/(\[[^\]]+\]|\{[^}]*\})/)
    .filter(Boolean)
    .map((part): LegalNode => {
      if (part.startsWith('[') && part.endsWith(']')) return element('mark', [part]);
      if (!part.startsWith('{')) return part;
      const kind = /^\{period of (.*)\}$/.exec(part)?.[1];
      if (kind !== undefined) return periodOf(kind);
      const fact = facts.find((name) => part === `{${name}}`);
      if (!fact) throw new Error(`${part} is not one of ${facts.map((name) => `{${name}}`).join(', ')}.`);
      return { fact };
    });
}

function periodOf(kind: string): string {
  if (!Object.hasOwn(retention, kind))
    throw new Error(`{period of ${kind}} is not about one of ${Object.keys(retention).join(', ')}.`);
  return retentionPeriod(kind as RetainedKind);
}
