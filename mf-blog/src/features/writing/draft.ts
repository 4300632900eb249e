/** Drafts, kept in this browser, one for each editor. */

export type DraftName = 'new' | 'write';

/** Operations of Quill's format, which are data and never markup. */
export type Operations = { insert?: unknown; attributes?: Record<string, unknown> }[];

export interface Draft {
  title: string;
  ops: Operations;
  /** Milliseconds since 1970. */
  savedAt: number;
}

const keyOf = (name: DraftName): string => `draft:${name}`;

/** The draft, or undefined when there is none that can be read. */
export function readDraft(name: DraftName): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Partial<Draft> | null;
    if (!draft || !Array.isArray(draft.ops)) return undefined;
    return { title: String(draft.title ?? ''), ops: draft.ops, savedAt: Number(draft.savedAt) || 0 };
  } catch {
    return undefined;
  }
}

/** Keeps a draft; one with nothing in it goes. @returns whether the browser let it */
export function writeDraft(name: DraftName, draft: Draft): boolean {
  try {
    if (isEmpty(draft)) localStorage.removeItem(keyOf(name));
    else localStorage.setItem(keyOf(name), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Whether there is nothing in it worth keeping. */
export function isEmpty({ title, ops }: Pick<Draft, 'title' | 'ops'>): boolean {
  return title.trim() === '' && ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
}

/** One text after the other, for what was begun in two places. */
export function joined(first: Operations, second: Operations): Operations {
  return isEmpty({ title: '', ops: first }) ? second : [...first, ...second];
}
