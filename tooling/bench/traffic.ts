/** What one page load sent over the network, from the browser's own records (Chrome DevTools Protocol). */
import { setTimeout as delay } from 'node:timers/promises';
import type { CDPSession } from 'playwright';

type Kind = 'document' | 'script' | 'font' | 'other';

export interface Traffic {
  /** Bytes of the bodies as they were transferred, compressed. */
  bytes: Record<Kind, number>;
  requests: number;
  /**
   * URLs of the longest chain of requests that each needed the one before, the document first. Its length is the serial
   * depth.
   */
  longestChain: string[];
}

/** Watches a page's requests from now on. Favicons are left out: browsers differ in when they ask for them. */
export interface TrafficLog {
  /** All requests so far. @throws when one of them failed */
  read(): Traffic;
  /**
   * Waits until nothing has been under way for a while. Playwright's own sign may come before hydration.
   * @throws when that takes too long
   */
  quiet(): Promise<void>;
}

/** The part of the protocol's `Network.Initiator` that says which files made the browser ask. */
interface Initiator {
  url?: string;
  stack?: StackTrace;
}

interface StackTrace {
  callFrames: { url: string }[];
  parent?: StackTrace;
}

interface LoggedRequest {
  url: string;
  kind: Kind;
  bytes: number;
  chain: string[];
  /** Nothing more comes of it. */
  isOver?: true;
  failure?: string;
}

const KINDS: Record<string, Kind> = { Document: 'document', Script: 'script', Font: 'font' };
const QUIET_MS = 500;
const LOOK_MS = 50;
const DEADLINE_MS = 30_000;
const FAVICON = /\/favicon\.\w+$/;

export async function logTraffic(session: CDPSession): Promise<TrafficLog> {
  const requests = new Map<string, LoggedRequest>();
  const headerBytes = new Map<string, number>();

  session.on('Network.requestWillBeSent', ({ requestId, request, type, initiator, redirectResponse }) => {
    if (!/^https?:/.test(request.url) || FAVICON.test(new URL(request.url).pathname)) return;
    const before = redirectResponse ? requests.get(requestId)!.chain : chainBehind(initiator, requests.values());
    if (redirectResponse)
      requests.set(`${requestId}, redirected from ${redirectResponse.url}`, {
        ...requests.get(requestId)!,
        isOver: true,
      });
    const kind = KINDS[type ?? ''] ?? 'other';
    requests.set(requestId, { url: request.url, kind, bytes: 0, chain: [...before, request.url] });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    headerBytes.set(requestId, response.encodedDataLength);
    const request = requests.get(requestId);
    if (request && response.status >= 400) request.failure = `status ${response.status}`;
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (!request) return;
    request.bytes = Math.max(0, encodedDataLength - (headerBytes.get(requestId) ?? 0));
    request.isOver = true;
  });
  session.on('Network.loadingFailed', ({ requestId, errorText }) => {
    const request = requests.get(requestId);
    // What a browser says of an answer that it cannot use tells less than the answer's status.
    if (request) Object.assign(request, { failure: request.failure ?? errorText, isOver: true });
  });
  await session.send('Network.enable');

  return {
    read: () => summary([...requests.values()]),
    async quiet() {
      const deadline = performance.now() + DEADLINE_MS;
      let quietSince = performance.now();
      while (performance.now() - quietSince < QUIET_MS) {
        await delay(LOOK_MS);
        const open = [...requests.values()].filter(({ isOver }) => !isOver);
        if (open.length === 0) continue;
        quietSince = performance.now();
        if (quietSince > deadline) throw new Error(`${open[0]!.url} takes too long.`);
      }
    },
  };
}

/**
 * The longest chain among the files that made the browser ask: the document or style sheet that names the file, the
 * module that imports it, or every script on the call stack, since none of them could be missing.
 */
function chainBehind(initiator: Initiator, earlier: Iterable<LoggedRequest>): string[] {
  const causes = new Set<string>(initiator.url ? [initiator.url] : []);
  for (let stack = initiator.stack; stack; stack = stack.parent) {
    for (const { url } of stack.callFrames) causes.add(url);
  }
  const chains = [...earlier].filter(({ url }) => causes.has(url)).map(({ chain }) => chain);
  return longest(chains);
}

function summary(requests: LoggedRequest[]): Traffic {
  const failed = requests.find(({ failure }) => failure !== undefined);
  if (failed) throw new Error(`${failed.url} could not be loaded: ${failed.failure}`);
  const bytes: Traffic['bytes'] = { document: 0, script: 0, font: 0, other: 0 };
  for (const request of requests) bytes[request.kind] += request.bytes;
  return { bytes, requests: requests.length, longestChain: longest(requests.map(({ chain }) => chain)) };
}

function longest(chains: string[][]): string[] {
  return chains.reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}
