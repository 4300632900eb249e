/** An odd request, byte for byte: no client library stands between it and the server. */
import type { Chance } from '../random.ts';

/** Which server it is sent to: straight to the API, like the shell, or to the site. */
export type Target = 'api' | 'site';

/** Header lines by name; a list sends one line for each. `undefined` leaves a usual one out. */
export type Headers = Record<string, string | string[] | undefined>;

export interface OddRequest {
  /** What is odd: a line of the report. */
  kind: string;
  /** What exactly. */
  name: string;
  /** Method and path pattern, or what else is asked for. */
  route: string;
  to: Target;
  /** As it goes over the wire. Made when it is sent: signatures grow old. */
  bytes: (usual: Usual) => Buffer;
  /** It is never complete: a server that waits, or closes without a word, is right. */
  unfinished?: boolean;
}

/** What every request has unless it is odd in just that. */
export interface Usual {
  /** Value of `Host`. */
  host: string;
  /** The site's public origin. */
  origin: string;
  /** Headers that make the server believe that the request comes from a visitor of its own. */
  from: Headers;
  /** `Cookie` of a member's session. */
  session: string;
  /** Whether the connection is used again. */
  connection?: 'close' | 'keep-alive';
}

interface Message {
  method?: string;
  target: string;
  version?: string;
  headers?: Headers;
  body?: string | Buffer;
}

/** Header values and targets are bytes (`latin1`), so that everything can be written into them. */
export function message(
  { host, origin, from, connection = 'close' }: Usual,
  { method = 'GET', target, version = 'HTTP/1.1', headers = {}, body }: Message,
): Buffer {
  const length = body === undefined ? undefined : String(Buffer.byteLength(body));
  const all: Headers = { host, origin, ...from, 'content-length': length, connection, ...headers };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}: ${each}`),
  );
  return Buffer.concat([
    Buffer.from([`${method} ${target} ${version}`, ...lines, '', ''].join('\r\n'), 'latin1'),
    Buffer.from(body ?? ''),
  ]);
}

/** Whether something is odd in a value that the route reads, not in the request around it. */
export const isAboutValues = ({ kind, route }: OddRequest): boolean =>
  route !== 'any' && !/^(header|host|method|target|chunks|expect|conflicting lengths|cut off)/.test(kind);

/** Whether both it and its answer have ends that are unambiguous: others may then follow on its connection. */
export const hasClearEnd = ({ kind, route, unfinished }: OddRequest): boolean =>
  route !== 'any' && !unfinished && !/^(method|chunks|expect|conflicting lengths|cut off)/.test(kind);

/**
 * At most `count` of them in another order. Every route and every kind comes first, then every kind of every route
 * while there is room; chance picks which.
 */
export function chosen(all: readonly OddRequest[], count: number, chance: Chance): OddRequest[] {
  const seen = new Set<string>();
  const ranked: OddRequest[][] = [[], [], []];
  for (const request of chance.shuffled(all)) {
    const { to, route, kind } = request;
    const [alone, together] = [[`route ${route}`, `kind ${kind}`], `${to} ${route} ${kind}`];
    const rank = alone.some((what) => !seen.has(what)) ? 0 : seen.has(together) ? 2 : 1;
    ranked[rank]!.push(request);
    for (const what of [...alone, together]) seen.add(what);
  }
  return chance.shuffled(ranked.flat().slice(0, count));
}
