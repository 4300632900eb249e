/** Drafts, kept in this browser, one for each editor. What reads them comes with the editor: `read-draft.ts`. */
import type { Session } from 'shared/contracts/shell';

/**
 * Of a new post, with the account that is logged in while it is written: others who use this browser do not see it. Of
 * an edited one, whose page only its owner can open.
 */
export type DraftName = NewDraftName | `${NewDraftName}:${string}` | `edit-${number}`;

export type NewDraftName = 'new' | 'write';

export function draftName(name: NewDraftName, session: Session): DraftName {
  return session.status === 'signed-in' ? `${name}:${session.id}` : name;
}

/** Operations of Quill's format, which are data and never markup. */
export type Operations = { insert?: unknown; attributes?: Record<string, unknown> }[];

export interface Draft {
  title: string;
  ops: Operations;
  /** The author's name, where the page has a field for it. */
  author?: string;
  /** For an edited post, the version that the author has seen. */
  version?: string;
  /** Milliseconds since 1970; 0 if unknown. */
  savedAt: number;
}

/** A draft as it was found. */
export interface FoundDraft extends Draft {
  /** Whether parts of it could not be read and are left out. */
  isPartial?: boolean;
}

/** Where a draft is now: saved, only in this page, or only in this page because another tab has saved its own. */
export type Keeping = 'kept' | 'refused' | 'elsewhere';

export const keyOf = (name: DraftName): string => `draft:${name}`;

/** When the stored draft that this page last read or wrote was saved; undefined if there was none. */
export const known = new Map<DraftName, number | undefined>();

/** Drafts that the browser refused to keep; they live as long as the page. */
export const unkept = new Map<DraftName, Draft>();

/** Whether the draft exists only in this page. */
export const isUnkept = (name: DraftName): boolean => unkept.has(name);

/** Saves a draft, or deletes it if it is empty. Whatever another tab has saved since stays. */
export function writeDraft(name: DraftName, draft: Draft): Keeping {
  const other = unreadDraft(storedText(name))?.savedAt;
  const isElsewhere = other !== undefined && other !== known.get(name);
  const isKept = !isElsewhere && store(name, draft);
  if (isKept) known.set(name, isEmpty(draft) ? undefined : draft.savedAt);
  if (isKept || isEmpty(draft)) unkept.delete(name);
  else unkept.set(name, draft);
  return isKept ? 'kept' : isElsewhere ? 'elsewhere' : 'refused';
}

/** Deletes a draft: it has been published, given up, or carried elsewhere. */
export function dropDraft(name: DraftName): void {
  writeDraft(name, { title: '', ops: [], savedAt: 0 });
}

export function storedText(name: DraftName): string | null {
  try {
    return localStorage.getItem(keyOf(name));
  } catch {
    return null;
  }
}

/** The latest time that a Date can hold. */
const TIME_MAX = 8.64e15;

/** A draft as the browser kept it, of whose values only the time has been read. */
export interface UnreadDraft extends Partial<Record<keyof Draft, unknown>> {
  ops: unknown[];
  savedAt: number;
}

/** @returns undefined for anything that is not a draft */
export function unreadDraft(text: string | null): UnreadDraft | undefined {
  try {
    const { ops, savedAt, ...rest } = JSON.parse(text ?? '{}') as Partial<Record<keyof Draft, unknown>>;
    const isTime = typeof savedAt === 'number' && savedAt > 0 && savedAt <= TIME_MAX;
    return Array.isArray(ops) ? { ...rest, ops, savedAt: isTime ? savedAt : 0 } : undefined;
  } catch {
    return undefined;
  }
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

/** Whether it contains nothing worth keeping. */
export function isEmpty({ title, ops }: Pick<Draft, 'title' | 'ops'>): boolean {
  return title.trim() === '' && ops.every(({ insert }) => typeof insert === 'string' && insert.trim() === '');
}
