/** Reading drafts. Pages import only types: this comes with the editor, before which nothing needs it. */
import {
  dropDraft,
  isEmpty,
  keyOf,
  known,
  storedText,
  unkept,
  unreadDraft,
  writeDraft,
  type Draft,
  type DraftName,
  type FoundDraft,
  type NewDraftName,
  type Operations,
} from './draft.ts';

/** What an editor begins with: for a member also what was written here before logging in, after the member's own. */
export function takeDraft(name: DraftName): FoundDraft | undefined {
  const [anonymous, member] = name.split(':') as [NewDraftName, string?];
  const found = member !== undefined && readDraft(anonymous);
  if (found) {
    dropDraft(anonymous);
    appendTo(name, found);
  }
  return readDraft(name);
}

/** The draft, or undefined if there is no readable one. An unreadable one is set aside. */
function readDraft(name: DraftName): FoundDraft | undefined {
  const here = unkept.get(name);
  if (here) return here;
  const draft = draftOf(storedText(name));
  if (!draft) setAside(name);
  known.set(name, draft?.savedAt);
  return draft;
}

/** Adds a text to a draft, after what it has already. A second title becomes a heading. */
export function appendTo(name: DraftName, draft: Draft): void {
  const { title, author, ops } = readDraft(name) ?? { title: '', ops: [] };
  const second = draft.title.replace(/\s+/g, ' ').trim();
  const hasBoth = title.trim() !== '' && second !== '' && second !== title.trim();
  const heading = hasBoth ? [{ insert: second }, { insert: '\n', attributes: { header: 2 } }] : [];
  writeDraft(name, {
    ...draft,
    title: title.trim() === '' ? draft.title : title,
    ...(author !== undefined && { author }),
    ops: joined(ops, [...heading, ...draft.ops]),
  });
}

/** One text after the other, for a post that was begun in two places. */
export function joined(first: Operations, second: Operations): Operations {
  return isEmpty({ title: '', ops: first }) ? second : [...first, ...second];
}

/** Sets an unreadable draft aside to make room for a new one; it stays in the browser in case it can be rescued. */
function setAside(name: DraftName): void {
  const text = storedText(name);
  if (text === null) return;
  try {
    localStorage.setItem(`${keyOf(name)}:unreadable`, text);
    localStorage.removeItem(keyOf(name));
  } catch {}
}

/**
 * Reads what the browser stored, perhaps by another release or program. What would break this editor is left out.
 * @returns undefined for anything that is not a draft
 */
export function draftOf(text: string | null): FoundDraft | undefined {
  const draft = unreadDraft(text);
  if (!draft) return undefined;
  const { title, savedAt, author, version } = draft;
  const found = draft.ops.map(knownOperation);
  const isPartial =
    found.some((operation) => operation?.isPartial !== false) || (title !== undefined && typeof title !== 'string');
  return {
    title: typeof title === 'string' ? title : '',
    ops: found.flatMap((operation) => operation?.known ?? []),
    savedAt,
    ...(typeof author === 'string' ? { author } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    ...(isPartial ? { isPartial } : {}),
  };
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
