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

/** Where a draft that was to be kept is now: safe, only in this page, or only in this page since another tab has one of its own. */
export type Keeping = 'kept' | 'refused' | 'elsewhere';

const keyOf = (name: DraftName): string => `draft:${name}`;

/** When the stored draft was saved that this page has read or written; undefined when there was none. */
const known = new Map<DraftName, number | undefined>();

/** What the browser did not keep, as long as the page lives. */
const unkept = new Map<DraftName, Draft>();

/** The draft, or undefined when there is none that can be read. */
export function readDraft(name: DraftName): Draft | undefined {
  const here = unkept.get(name);
  if (here) return here;
  const draft = stored(name);
  known.set(name, draft?.savedAt);
  return draft;
}

/** Whether the draft lives in this page only. */
export const isUnkept = (name: DraftName): boolean => unkept.has(name);

/** Keeps a draft; one with nothing in it goes. What another tab has kept meanwhile stays as it is. */
export function writeDraft(name: DraftName, draft: Draft): Keeping {
  const other = stored(name);
  const isElsewhere = other !== undefined && other.savedAt !== known.get(name);
  const isKept = !isElsewhere && store(name, draft);
  if (isKept) known.set(name, isEmpty(draft) ? undefined : draft.savedAt);
  if (isKept || isEmpty(draft)) unkept.delete(name);
  else unkept.set(name, draft);
  return isKept ? 'kept' : isElsewhere ? 'elsewhere' : 'refused';
}

function stored(name: DraftName): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(keyOf(name)) ?? 'null') as Partial<Draft> | null;
    if (!draft || !Array.isArray(draft.ops)) return undefined;
    return { title: String(draft.title ?? ''), ops: draft.ops.filter(isKnown), savedAt: Number(draft.savedAt) || 0 };
  } catch {
    return undefined;
  }
}

/** Text or a picture. Another release of the editor may have known more, which would stop this one. */
function isKnown(operation: Operations[number] | null): boolean {
  const insert = operation?.insert;
  return typeof insert === 'string' || typeof (insert as { image?: unknown } | undefined)?.image === 'string';
}

function store(name: DraftName, draft: Draft): boolean {
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
