/** Sends odd requests and judges the answers. */
import { type RawAnswer, exchange, type OpenConnections } from './exchange.ts';
import type { Chance } from './random.ts';
import { hasClearEnd, type OddRequest, type Target, type Usual } from './requests/request.ts';

const AT_ONCE = 6;
/** How much of a failed request is printed. */
const SHOWN_BYTES = 1_500;

/** The servers under test. */
export interface Servers {
  port: (target: Target) => number | undefined;
  /** @param ip of the visitor that the request comes from */
  usual: (target: Target, ip: string) => Usual;
  /** Names of folders that no answer may tell. */
  folders: string[];
}

export interface RequestResult {
  request: OddRequest;
  answer: RawAnswer;
  /** What is wrong with the answer; nothing if it is fine. */
  fault?: string;
  /** The server said that it was busy, which it may. */
  isBusy: boolean;
  /** The bytes, so that a fault can be repeated. */
  sent: string;
}

interface Sending {
  after?: (done: number) => void;
  atOnce?: number;
  /** Used again and again for requests that allow it; without, each has its own connection. */
  connections?: OpenConnections;
}

/** Sends them in this order, a few at once, each from its own visitor. */
export async function sendAll(
  requests: OddRequest[],
  servers: Servers,
  chance: Chance,
  { after = () => {}, atOnce = AT_ONCE, connections }: Sending = {},
): Promise<RequestResult[]> {
  const outcomes: RequestResult[] = [];
  const ips = requests.map(() => `10.${chance.below(256)}.${chance.below(256)}.${1 + chance.below(254)}`);
  let next = 0;
  const sender = async () => {
    for (let index = next++; index < requests.length; index = next++) {
      outcomes[index] = await sendOne(requests[index]!, servers, ips[index]!, connections);
      after(index + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sender));
  return outcomes;
}

async function sendOne(
  request: OddRequest,
  servers: Servers,
  ip: string,
  open: OpenConnections | undefined,
): Promise<RequestResult> {
  const port = servers.port(request.to);
  const connections = hasClearEnd(request) ? open : undefined;
  const usual = servers.usual(request.to, ip);
  const bytes = request.bytes(connections ? { ...usual, connection: 'keep-alive' } : usual);
  const { unfinished = false } = request;
  const answer: RawAnswer =
    port === undefined
      ? { status: 0, headers: new Map(), body: '', trouble: 'the server is gone' }
      : await exchange(port, bytes, { unfinished, connections });
  const isBusy = saysBusy(answer);
  const fault = isBusy ? undefined : faultOf(answer, request, servers.folders);
  return { request, answer, isBusy, sent: bytes.toString('latin1').slice(0, SHOWN_BYTES), ...(fault ? { fault } : {}) };
}

/**
 * 503 of the limits that docs/api.md names: overload, too many files at once, and `/readyz` where it had no time to ask
 * the database. They say when to come back; to HEAD with nothing but the head.
 */
function saysBusy({ status, headers, body }: RawAnswer): boolean {
  return status === 503 && headers.has('retry-after') && (body === '' || BUSY.test(body));
}

const BUSY = /The site is busy|Too many (?:files|pictures) are arriving|The database does not answer\./;

/** What stack traces, paths and databases look like. */
const LEAK =
  /node_modules\/|\n\s+at (?:async )?\S+ ?\(|file:\/\/\/(?!etc)|\bnode:internal|SQLITE_|SqliteError|SQLSTATE|syntax error at or near|\[object Object\]/;

function faultOf(
  { status, headers, body, trouble }: RawAnswer,
  { unfinished }: OddRequest,
  folders: string[],
): string | undefined {
  if (trouble) return trouble;
  if (status === 0) return unfinished ? undefined : 'closed without an answer';
  if (status >= 500) return `status ${status}`;
  // What visitors published is not the server's own word.
  if (status < 400 && !headers.get('content-type')?.includes('json')) return undefined;
  const leak = LEAK.exec(body)?.[0] ?? folders.find((folder) => body.includes(folder));
  return leak === undefined ? undefined : `the answer tells ${JSON.stringify(leak)}`;
}
