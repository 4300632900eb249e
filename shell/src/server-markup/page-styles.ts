/**
 * The styles of pages. styled-components compiles each rule once in the life of the process, and a page gets the rules
 * whose classes occur in it: compiling them again took a third of a page's time.
 */
import type { ReactElement, ReactNode } from 'react';
import { ServerStyleSheet } from 'styled-components';
import { shortCss } from './short-css.ts';
import { firstClass, marker, namesRule, SPLITTER } from './style-text.ts';

/** What styled-components writes about a component after its rules. */
const MARKER = /^data-styled\.g\d+\[id="([^"]+)"\]\{content:"([^"]*)"\}$/;
const KEYFRAMES = 'sc-keyframes-';
/** Rules whose values come from visitors would fill the memory, so it starts over when there are this many rules. */
const RULES_MAX = 5_000;

/** Rules of one component, in their order, each with the class that it is for. */
interface Group {
  /** The component's id. */
  id: string;
  isKeyframes: boolean;
  rules: Rule[];
}

interface Rule {
  name: string;
  text: string;
  /** Whether browsers find the name in the text. */
  isNamed: boolean;
}

const CLASSES = / class="([^"]*)"/g;
/**
 * The element with which a page begins its later part (`data-below`, decision 133), as React writes it: the quotes tell
 * it from a visitor's words in another attribute, where quotes are escaped.
 */
const BELOW = /<[^<>]* data-below=""[^<>]*>/;

export class PageStyles {
  readonly #rulesMax: number;
  #current = new CompiledStyles();

  constructor(rulesMax: number = RULES_MAX) {
    this.#rulesMax = rulesMax;
  }

  /** The styles that one page is rendered with, from its beginning to its end. */
  forPage(): CompiledStyles {
    if (this.#current.rules > this.#rulesMax) this.#current = new CompiledStyles();
    return this.#current;
  }
}

class CompiledStyles {
  readonly #sheet = new ServerStyleSheet();
  #read = 0;
  /** The `<style>` element's start tag. */
  #begin = '';
  #groups: Group[] = [];
  /** Ids of components that no rule names: nearly all. */
  #idle = new Set<string>();

  /** The number of rules. */
  get rules(): number {
    return this.#sheet.instance.getTag().tag.length;
  }

  /** Render this instead of the element, then ask for the styles of the resulting HTML. */
  collecting(element: ReactNode): ReactElement {
    return this.#sheet.collectStyles(element);
  }

  /** The `<style>` element of a page. @param html the whole page */
  of(html: string): string {
    this.#readNew();
    return this.#begin && `${this.#begin}${textOf(usedBy(html, this.#groups))}</style>`;
  }

  /** The same for a page that says where its later part begins; what only that part needs comes as a separate text. */
  split(html: string): { styles: string; laterRules: string | null } {
    const below = BELOW.exec(html);
    if (!below) return { styles: this.of(html), laterRules: null };
    this.#readNew();
    const above = new Set(usedBy(html.slice(0, below.index + below[0].length), this.#groups).map(({ id }) => id));
    const used = usedBy(html, this.#groups);
    // A component's rules stay together, so those of components that extend it come after all of them, wherever those
    // are.
    const [now, later] = [used.filter(({ id }) => above.has(id)), used.filter(({ id }) => !above.has(id))];
    if (later.length === 0) return { styles: this.of(html), laterRules: null };
    return {
      styles: `${this.#begin}${textOf(now)}</style>`,
      laterRules: rulesOf(later) + namesRule(later.map(({ id, rules }) => [id, ownNamesOf(rules)])),
    };
  }

  /** The page without the classes by which rules of other components could refer to a component, but do not. */
  withoutIdle(html: string): string {
    this.#readNew();
    return html.replace(CLASSES, (_, names: string) => {
      const used = names.split(' ').filter((name) => !this.#idle.has(name));
      return used.length > 0 ? ` class="${used.join(' ')}"` : '';
    });
  }

  /** Puts the text of all rules together only when there are new ones; for most pages there are none. */
  #readNew(): void {
    if (this.rules !== this.#read) this.#readAll();
  }

  #readAll(): void {
    const element = this.#sheet.getStyleTags();
    const begin = element.slice(0, element.indexOf('>') + 1);
    // Looks like an element that the browser's styled-components has made, which it leaves alone (`styles-ahead.ts`).
    this.#begin = begin.replace('data-styled="true"', 'data-styled="active"');
    this.#groups = groupsOf(element.slice(begin.length, element.lastIndexOf('<')));
    const named = new Set(this.#groups.flatMap(({ rules }) => rules.flatMap(({ text }) => text.match(NAMED) ?? [])));
    this.#idle = new Set(this.#groups.map(({ id }) => id).filter((id) => !named.has(`.${id}`)));
    this.#read = this.rules;
  }
}

const NAMED = /\.[a-z][\w-]*/gi;

function classesOf(html: string): Set<string> {
  const classes = new Set<string>();
  for (const [, names] of html.matchAll(CLASSES)) for (const name of names!.split(' ')) classes.add(name);
  return classes;
}

/** What a page uses of each group. Keyframes come last: they have names, not classes, and their order is free. */
function usedBy(html: string, groups: readonly Group[]): Group[] {
  const classes = classesOf(html);
  const used = groups.filter(({ isKeyframes }) => !isKeyframes).flatMap(using((name) => classes.has(name)));
  const css = rulesOf(used);
  return [...used, ...groups.filter(({ isKeyframes }) => isKeyframes).flatMap(using((name) => css.includes(name)))];
}

const using = (isUsed: (name: string) => boolean) => (group: Group) => {
  const rules = group.rules.filter(({ name }) => isUsed(name));
  return rules.length > 0 ? [{ ...group, rules }] : [];
};

const rulesOf = (groups: readonly Group[]): string =>
  groups.flatMap(({ rules }) => rules.map(({ text }) => `${text}\n`)).join('');

function textOf(groups: readonly Group[]): string {
  const text = (group: Group) => {
    const isNamed = group.rules.every((rule) => rule.isNamed);
    return rulesOf([group]) + marker(group.id, isNamed ? '' : ownNamesOf(group.rules).join());
  };
  return groups.map(text).join('');
}

const ownNamesOf = (rules: readonly Rule[]): string[] => [...new Set(rules.map(({ name }) => name))];

/** @param css as styled-components writes it for the browser's part */
function groupsOf(css: string): Group[] {
  const groups: Group[] = [];
  let texts: string[] = [];
  for (const part of css.split(SPLITTER)) {
    const [, id, content] = MARKER.exec(part) ?? [];
    if (id === undefined || content === undefined) {
      texts.push(shortCss(part));
      continue;
    }
    const names = new Set(content.split(','));
    const rules = texts.map((text) => {
      const name = nameOf(text, names);
      return { name, text, isNamed: firstClass(text) === name };
    });
    groups.push({ id, isKeyframes: id.startsWith(KEYFRAMES), rules });
    texts = [];
  }
  return groups;
}

/** The class or the animation that a rule is for: the first of its component's names in it. */
function nameOf(rule: string, names: ReadonlySet<string>): string {
  for (const [, name] of rule.matchAll(/[.\s]([\w-]+)/g)) if (names.has(name!)) return name!;
  throw new Error(`A rule belongs to none of ${[...names].join(', ')}: ${rule}`);
}
