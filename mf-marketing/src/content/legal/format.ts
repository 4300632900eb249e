/**
 * The legal texts are the Markdown files beside this one; a lawyer edits them without touching code. The build
 * (`build/legal-texts.ts`) turns each into this shape, so that no Markdown is parsed in the browser.
 *
 * `[words]` without a target is a placeholder that only the owner can fill in, and stays visibly marked. `{name}`,
 * `{email}`, `{phone}`, `{address}` and `{hours}` are the company's. `{period of sessions}` is how long something is
 * kept (`shared/rules/retention.ts`), `{retention}` in a paragraph of its own the whole table of that.
 */

/** Elements that a text may consist of, apart from links. */
export type LegalTag = 'p' | 'h3' | 'ul' | 'ol' | 'li' | 'strong' | 'em' | 'code' | 'mark';

/** A fact of the company's. */
export type CompanyFact = 'name' | 'email' | 'phone' | 'address' | 'hours';

export type LegalNode =
  | string
  | { tag: LegalTag; children: LegalNode[] }
  | { tag: 'a'; to: string; children: LegalNode[] }
  | { columns: readonly string[]; rows: readonly LegalCells[] }
  | { fact: CompanyFact };

/** A row of a table: what stands in each of its cells. */
type LegalCells = readonly (readonly LegalNode[])[];

export interface LegalText {
  title: string;
  description: string;
  /** When the text was last changed, as it is written. */
  updated: LegalNode;
  sections: readonly { id: string; heading: string; body: readonly LegalNode[] }[];
}
