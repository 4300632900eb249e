/**
 * The legal texts are the Markdown files beside this one; a lawyer edits them without touching code. The build
 * (`build/legal-texts.ts`) turns each into this shape, so that no Markdown is parsed in the browser.
 *
 * `[words]` without a target is a placeholder that only the owner can fill in, and stays visibly marked. `{name}`,
 * `{email}`, `{phone}`, `{address}` and `{hours}` are the company's. `{period of sessions}` is how long something is
 * kept (`shared/rules/retention.ts`); `{retention}` in a paragraph of its own becomes the whole table of these periods.
 */

/** Elements that a text may consist of, apart from links. */
export type LegalTag = 'p' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'mark';

/** A fact about the company. */
export type CompanyFact = 'name' | 'email' | 'phone' | 'address' | 'hours';

export type LegalNode =
  | string
  | { tag: LegalTag; children: LegalNode[] }
  | { tag: 'a'; to: string; children: LegalNode[] }
  | { columns: readonly string[]; rows: readonly LegalCells[] }
  | { fact: CompanyFact };

/** A row of a table: the contents of each of its cells. */
type LegalCells = readonly (readonly LegalNode[])[];

export interface LegalText {
  title: string;
  description: string;
  /** When the text was last changed, as written in the text. */
  updated: LegalNode;
  sections: readonly { id: string; heading: string; body: readonly LegalNode[] }[];
}
