/** Drafts, kept in this browser, one for each editor. */
import type { Session } from 'shared/contracts/shell';

/**
 * Of a new post, with the account that is logged in while it is written: others who use this browser do not see it. Of
 * an edited one, whose page only its owner can open.
 */
export type DraftName = NewDraftName | `${NewDraftName}:${string}` | `edit-${number}`;

type NewDraftName = 'new' | 'write';

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

const keyOf = (name: DraftName): string => `draft:${name}`;

/** When the stored draft that this page last read or wrote was saved; undefined if there was none. */
const known = new Map<DraftName, number | undefined>();

/** Drafts that the browser refused to keep; they live as long as the page. */
const unkept = new Map<DraftName, Draft>();

/** The draft, or undefined if there is no readable one. An unreadable one is set aside. */
export function readDraft(name: DraftName): FoundDraft | undefined {
  const here = unkept.get(name);
  if (here) return here;
  const draft = stored(name);
  if (!draft) setAside(name);
  known.set(name, draft?.savedAt);
  return draft;
}

/** Whether the draft exists only in this page. */
export const isUnkept = (name: DraftName): boolean => unkept.has(name);

/** Saves a draft, or deletes it if it is empty. Whatever another tab has saved meanwhile stays. */
export function writeDraft(name: DraftName, draft: Draft): Keeping {
  const other = stored(name);
  const isElsewhere = other !== undefined && other.savedAt !== known.get(name);
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

function stored(name: DraftName): FoundDraft | undefined {
  try {
    return draftOf(localStorage.getItem(keyOf(name)));
  } catch {
    return undefined;
  }
}

/** Sets an unreadable draft aside to make room for a new one; it stays in the browser in case it can be rescued. */
function setAside(name: DraftName): void {
  try {
    const text = localStorage.getItem(keyOf(name));
    if (text === null) return;
    localStorage.setItem(`${keyOf(name)}:unreadable`, text);
    localStorage.removeItem(keyOf(name));
  } catch {}
}

/** The latest time that a Date can hold. */
const TIME_MAX = 8.64e15;

/**
 * Reads what the browser stored, perhaps by another release or program. What would break this editor is left out.
 * @returns undefined for anything that is not a draft
 */
export function draftOf(text: string | null): FoundDraft | undefined {
  const draft = parsed(text);
  if (!isRecord(draft) || !Array.isArray(draft['ops'])) return undefined;
  const { title, savedAt, author, version } = draft;
  const found = draft['ops'].map(knownOperation);
  const isPartial =
    found.some((operation) => operation?.isPartial !== false) || (title !== undefined && typeof title !== 'string');
  return {
    title: typeof title === 'string' ? title : '',
    ops: found.flatMap((operation) => operation?.known ?? []),
    savedAt: typeof savedAt === 'number' && savedAt > 0 && savedAt <= TIME_MAX ? savedAt : 0,
    ...(typeof author === 'string' ? { author } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    ...(isPartial ? { isPartial } : {}),
  };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Check = (value: unknown) => boolean;
const isString: Check = (value) => typeof value === 'string';
const isTrue: Check = (value) => value === true;
const isNumber =
  (from: number, to: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= from && (value as number) <= to;

/** The values that the editor's formats may have, by name. */
const attributeChecks = new Map<string, Check>([
  ...['bold', 'italic', 'underline', 'strike', 'code', 'blockquote'].map((name): [string, Check] => [name, isTrue]),
  ...['link', 'alt', 'width', 'height'].map((name): [string, Check] => [name, isString]),
  ['code-block', (value) => isTrue(value) || isString(value)],
  ['header', isNumber(1, 6)],
  ['indent', isNumber(1, 8)],
  ['list', (value) => ['ordered', 'bullet', 'checked', 'unchecked'].includes(value as string)],
]);

/** Text or an image, with those formats that this editor has; undefined for anything else. */
function knownOperation(operation: unknown): { known: Operations[number]; isPartial: boolean } | undefined {
  if (!isRecord(operation)) return undefined;
  const { insert, attributes = {} } = operation;
  const isImage = isRecord(insert) && Object.keys(insert).join() === 'image' && isString(insert['image']);
  if (!isImage && (!isString(insert) || insert === '')) return undefined;
  if (!isRecord(attributes)) return { known: { insert }, isPartial: true };
  const all = Object.entries(attributes);
  const kept = all.filter(([name, value]) => attributeChecks.get(name)?.(value));
  return {
    known: { insert, ...(kept.length > 0 ? { attributes: Object.fromEntries(kept) } : {}) },
    isPartial: kept.length < all.length,
  };
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

/** Adds a text to a draft, after what is there already. */
export function appendTo(name: DraftName, draft: Draft): void {
  const { title, author, ops } = readDraft(name) ?? { title: '', ops: [] };
  writeDraft(name, {
    ...draft,
    title: title || draft.title,
    ...(author !== undefined && { author }),
    ops: joined(ops, draft.ops),
  });
}

/** Gives a member what was written here before logging in, after what the member had begun. */
export function adoptDraft(name: DraftName): void {
  const [anonymous, member] = name.split(':') as [NewDraftName, string?];
  const found = member !== undefined && readDraft(anonymous);
  if (!found) return;
  dropDraft(anonymous);
  appendTo(name, found);
}

/** One text after the other, for a post that was begun in two places. */
export function joined(first: Operations, second: Operations): Operations {
  return isEmpty({ title: '', ops: first }) ? second : [...first, ...second];
}
