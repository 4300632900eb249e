/**
 * What a PDF contains besides pages. Every object is checked, including those in compressed object streams; what pages
 * show (content streams, images, strings) is not, so that a CV may list JavaScript among its owner's skills.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

const inflated = promisify(inflate);

/** Names of entries that run, or start something, without being asked. */
const RUNNING = ['JavaScript', 'JS', 'Launch', 'Rendition', 'RichMedia', 'RichMediaContent', 'ImportData', 'XFA'];
const ATTACHED = ['EmbeddedFiles', 'EmbeddedFile', 'EF', 'FileAttachment', 'GoToE'];
/** How much may be read in all: twice the largest file. Each token and stream costs a little on top. */
const READ_MAX_BYTES = 10 * 1024 * 1024;
const TOKEN_COST_BYTES = 8;
const STREAM_COST_BYTES = 64 * 1024;

export interface PdfContents {
  /** Scripts, programs to start, forms and media that run by themselves. */
  runs: boolean;
  /** Other files. */
  attachments: boolean;
  /** Some objects could not be read: they are encrypted, packed in an unusual way, or there are too many. */
  unseen: boolean;
}

/** @param bytes a PDF, whatever it contains */
export async function pdfContents(bytes: Buffer): Promise<PdfContents> {
  const text = bytes.toString('latin1');
  const found = new Set<string>();
  let budget = READ_MAX_BYTES;
  let unseen = false;
  const look = (where: string, at: number): PdfObject => {
    const object = readObject(where, at, budget);
    budget -= object.cost;
    unseen ||= !object.isComplete;
    for (const name of object.names) found.add(name);
    return object;
  };
  // A reader finds objects by their offsets, which may be anywhere, even in what looks like the middle of another one.
  for (const { index } of text.matchAll(/(?<![A-Za-z])(?:obj|trailer)(?![A-Za-z])/g)) {
    const begin = text.startsWith('obj', index) ? index + 3 : index + 7;
    const { names, first, count, end } = look(text, begin);
    if (budget <= 0) break;
    const next = afterSpace(text, end);
    budget -= (next - end) * TOKEN_COST_BYTES;
    const [stream] = matchAt(/stream[ \t]*(?:\r\n|\n|\r)?/y, text, next);
    if (!stream) unseen ||= names.has('ObjStm');
    // No other stream has this key.
    if (!stream || !names.has('First')) continue;
    const packed = await unpacked(bytes.subarray(next + stream.length), names, budget);
    budget -= STREAM_COST_BYTES + (packed?.length ?? 0);
    const places = packed === undefined ? undefined : objectPlaces(packed, first, count);
    if (packed === undefined || !places) unseen = true;
    else for (const at of places) if (budget > 0) look(packed, at);
    if (budget <= 0) break;
  }
  const has = (names: string[]) => names.some((name) => found.has(name));
  return { runs: has(RUNNING), attachments: has(ATTACHED), unseen: unseen || budget <= 0 || has(['Encrypt']) };
}

/** The text of an object stream, or nothing if it cannot be read. @param names of its dictionary */
async function unpacked(data: Buffer, names: ReadonlySet<string>, max: number): Promise<string | undefined> {
  if (!names.has('Filter')) return data.toString('latin1', 0, Math.max(0, data.indexOf('endstream')));
  if (
    !names.has('FlateDecode') ||
    names.has('Predictor') ||
    [...names].some((name) => name !== 'FlateDecode' && /Decode$|^(?:AHx|A85|LZW|RL|Crypt)$/.test(name))
  )
    return undefined;
  return await inflated(data, { maxOutputLength: Math.max(1, max) }).then(
    (result) => result.toString('latin1'),
    () => undefined,
  );
}

/**
 * Where an object stream's objects begin; its head pairs their numbers with offsets. Readers take as many pairs as
 * `/N` says, wherever `/First` says that the head ends.
 * @param first where offsets start
 * @returns undefined if the head is not made of that many plain numbers, or the dictionary does not say plainly
 */
function objectPlaces(text: string, first: number | undefined, count: number | undefined): number[] | undefined {
  if (first === undefined || count === undefined) return undefined;
  const places: number[] = [];
  let end = 0;
  while (places.length < count) {
    const [pair, offset] = matchAt(PAIR, text, afterSpace(text, end));
    if (!pair) return undefined;
    places.push(first + Number(offset));
    end = PAIR.lastIndex;
  }
  return places;
}

/** A number of an object, and its offset. A pair with a comment inside, a sign or a fraction is not a plain one. */
const PAIR = /\d+[\0\s]+(\d+)(?=[\0\s()<>[\]{}/%])/y;

interface PdfObject {
  /** All names in it, keys and values, without their escapes. */
  names: Set<string>;
  /** The numbers that a dictionary gives for these keys; undefined unless they are given plainly, and once. */
  first: number | undefined;
  count: number | undefined;
  /** Where it ends. */
  end: number;
  /** The cost of reading it, counted as for {@link READ_MAX_BYTES}. */
  cost: number;
  /** Whether its end was found. */
  isComplete: boolean;
}

const TOKEN = /[\0\s]+|%[^\r\n]*|\/[^\0\s()<>[\]{}/%]*|<<|>>|[[\]()]|<[^>]*>?|[^\0\s()<>[\]{}/%]+|[^]/y;

/** Reads one object: a dictionary or an array with everything in it, or a single value. @param max what it may cost */
function readObject(text: string, at: number, max: number): PdfObject {
  const names = new Set<string>();
  const firsts: string[] = [];
  const counts: string[] = [];
  const given = new Map<string | undefined, string[]>([
    ['/First', firsts],
    ['/N', counts],
  ]);
  let depth = 0;
  let end = at;
  let tokens = 0;
  /** The name of the place that a link leads to; not a name if a value follows, which makes it a key. */
  let place: string | undefined;
  /** The last three tokens, without space and comments. */
  let recent: string[] = [];
  const result = (isComplete: boolean): PdfObject => ({
    names: isComplete && isOfPlaces(text, at, end) && !names.has('XFA') ? new Set() : names,
    first: onlyNumber(firsts),
    count: onlyNumber(counts),
    end,
    cost: end - at + tokens * TOKEN_COST_BYTES,
    isComplete,
  });
  while (end < text.length && end - at + tokens * TOKEN_COST_BYTES < max) {
    const [token = ''] = matchAt(TOKEN, text, end);
    tokens += 1;
    end = token === '(' ? endOfString(text, end, end + max) : end + token.length;
    if (/^[\0\s%]/.test(token)) continue;
    if (token === '<<' || token === '[') depth += 1;
    if (token === '>>' || token === ']') depth -= 1;
    const name = token.startsWith('/') ? nameOf(token) : undefined;
    if (place !== undefined && name === undefined && token !== '>>') names.add(place);
    place = recent.at(-1) === '/Dest' ? name : undefined;
    if (name !== undefined && place === undefined) names.add(name);
    if (depth === 1) given.get(recent.at(-1))?.push(token);
    // The number is in another object.
    if (token === 'R') given.get(recent.at(-3))?.push(token);
    recent = [...recent.slice(-2), name === undefined ? token : `/${name}`];
    if (depth <= 0) return result(true);
  }
  return result(false);
}

/** A place of the document, under a name that its author gave it. */
const PLACE =
  /[\0\s]*\/[^\0\s()<>[\]{}/%]*[\0\s]*\[[\0\s]*\d+[\0\s]+\d+[\0\s]+R[\0\s]*\/(?:XYZ|Fit\w{0,2})(?:[\0\s]+(?:[-+.\d]+|null)){0,4}[\0\s]*\]/y;

/**
 * Whether an object is a dictionary of nothing but places. Chrome writes one when links lead to headings of the same
 * page, and one of these may be "JavaScript"; no reader finds anything to run there. A form's list (XFA) looks similar.
 */
function isOfPlaces(text: string, at: number, end: number): boolean {
  let next = afterSpace(text, at);
  if (!text.startsWith('<<', next)) return false;
  for (next += 2; matchAt(PLACE, text, next).length > 0; ) next = PLACE.lastIndex;
  return afterSpace(text, next) === end - 2;
}

function onlyNumber(values: string[]): number | undefined {
  return values.length === 1 && /^\d+$/.test(values[0]!) ? Number(values[0]) : undefined;
}

/** @param token a name as it is written: any of its characters may be written as a number */
function nameOf(token: string): string {
  return token.slice(1).replace(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Brackets within a string are balanced, or escaped. */
function endOfString(text: string, at: number, max: number): number {
  let depth = 0;
  const brackets = /\\[^]|[()]/g;
  brackets.lastIndex = at;
  for (let match = brackets.exec(text); match && match.index < max; match = brackets.exec(text)) {
    if (match[0] === '(') depth += 1;
    if (match[0] === ')') depth -= 1;
    if (depth === 0) return match.index + 1;
  }
  return Math.min(max, text.length);
}

/** Where space and remarks end. */
function afterSpace(text: string, at: number): number {
  let end = at;
  for (let [space] = matchAt(SPACE, text, end); space; [space] = matchAt(SPACE, text, end)) end += space.length;
  return end;
}

const SPACE = /[\0\s]+|%[^\r\n]*/y;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | [] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}
