/**
 * The messages between the serving thread and a release's thread. All of them are data. Those from the release's thread
 * were written next to other people's code, so they are checked before they are used.
 */
import type { ShellData } from 'shared/contracts/shell';
import { z } from 'zod';
import { TEXT_MAX } from './limits.ts';

/** What a thread is given when it starts. */
export interface ThreadData {
  /** `<remote>/<version>` */
  key: string;
  name: string;
  version: string;
  /** Its server bundle, verified. */
  source: string;
  /** Address of the shell's server entry, as a module. */
  entry: string;
  /** URL of a page to render before the first visitor comes. Absent if there is none without parameters. */
  warmUp: string | undefined;
  /** What that page gets from the shell. */
  shellData: ShellData;
}

/** An answer of the API. */
export interface ApiAnswer {
  status: number;
  headers: [string, string][];
  body: ArrayBuffer | null;
}

export type ToThread =
  | { type: 'render'; id: number; url: string; form: string | undefined }
  | { type: 'shell-data'; id: number; data: ShellData }
  | { type: 'api-answer'; id: number; call: number; answer: ApiAnswer | null }
  | { type: 'abort'; id: number }
  | { type: 'collect-garbage' }
  | { type: 'ping'; count: number };

const layout = z.enum(['bare', 'bare-header']).nullable();
const status = z.int().min(200).max(599);

const page = z.object({
  status,
  html: z.string(),
  styles: z.string(),
  laterRules: z.string().nullable(),
  hydration: z.string(),
  routeIds: z.array(z.string()),
  layout,
  isSecret: z.boolean(),
});
/** A header value must not contain a line break. */
const headerValue = z.string().regex(/^[\t\x20-\x7e\x80-\xff]*$/);
const response = z.object({ status, location: headerValue.nullable(), cookies: z.array(headerValue) });

/** As it will be asked for: `/api/../readyz` leads out of `/api/`. */
function isOfApi(path: string): boolean {
  return path.startsWith('/') && /^\/(api|auth)\//.test(URL.parse(`http://api${path}`)?.pathname ?? '');
}

/** A call to the API by a loader or an action. */
const apiCall = z.object({
  /** A path below `/api/` or `/auth/` of this site: a remote may not choose another server. */
  path: z.string().refine(isOfApi),
  method: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.union([z.string(), z.instanceof(ArrayBuffer)]).nullable(),
});

/** Cut by the thread. */
const text = z.string().max(TEXT_MAX);
const told = z.object({ message: text, stack: text });

export const fromThread = z.discriminatedUnion('type', [
  /** The bundle has been evaluated. */
  z.object({ type: z.literal('loaded') }),
  /** The warm-up is over as well. */
  z.object({ type: z.literal('warm') }),
  z.object({ type: z.literal('not-loaded'), error: told }),
  z.object({ type: z.literal('rendered'), id: z.int(), result: z.union([page, response]) }),
  z.object({ type: z.literal('failed'), id: z.int(), error: told }),
  z.object({ type: z.literal('api-call'), id: z.int(), call: z.int(), request: apiCall }),
  z.object({ type: z.literal('api-abort'), id: z.int(), call: z.int() }),
  /** The remote's code wrote a line. `dropped`: how many before it were too many. */
  z.object({ type: z.literal('said'), line: text, dropped: z.int().min(0) }),
  /** @see {@link ToThread} `ping` */
  z.object({ type: z.literal('pong'), count: z.int(), resources: z.int() }),
  z.object({ type: z.literal('collected'), used: z.number() }),
  /** Sent before the thread ends of its own accord. */
  z.object({ type: z.literal('uncaught'), origin: z.string(), error: told }),
]);

export type FromThread = z.infer<typeof fromThread>;
export type ApiCall = z.infer<typeof apiCall>;
/** An error as data. */
export type ToldError = z.infer<typeof told>;
