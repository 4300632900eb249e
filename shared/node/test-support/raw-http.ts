/** For tests: sends requests byte by byte, as none of our clients would send them. */
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  /** Of the last answer on the connection; interim ones (100) are skipped. 0 if none came. */
  status: number;
  headers: Record<string, string>;
  body: string;
  /** From the first byte that was sent to the end of the connection, or of the waiting, in milliseconds. */
  took: number;
  /** Whether the server closed the connection. */
  closed: boolean;
}

interface RawOptions {
  /** Goes on writing after the text, until the connection ends. */
  goOn?: (socket: Socket) => void;
  /** How long to wait for the end of the connection, in milliseconds. */
  patience?: number;
}

/** Sends the text as it is and collects what comes until the connection ends. */
export async function sendRaw(
  origin: string,
  text: string,
  { goOn, patience = 5_000 }: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const begun = performance.now();
  let received = '';
  let closed = false;
  socket.on('data', (chunk: string) => (received += chunk)).on('error', () => {});
  socket.write(Buffer.from(text, 'latin1'));
  goOn?.(socket);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, patience);
    const end = () => {
      closed = true;
      clearTimeout(timer);
      resolve();
    };
    socket.once('end', end).once('close', end);
  });
  socket.destroy();
  return { ...parsed(received), took: performance.now() - begun, closed };
}

/** For {@link sendRaw}: writes that many bytes twenty times a second. */
export function dripping(bytes: number): (socket: Socket) => void {
  return (socket) => {
    const timer = setInterval(() => socket.write(' '.repeat(bytes)), 50);
    socket.once('close', () => clearInterval(timer));
  };
}

function parsed(received: string): Pick<RawAnswer, 'status' | 'headers' | 'body'> {
  const final = received.replace(/^(HTTP\/1\.1 1\d\d [^\r]*\r\n\r\n)+/, '');
  const [head = '', ...rest] = final.split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
  );
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}

/** A request as on the wire, with `host` and `connection: close`. */
export function requestText(line: string, headers: string[] = [], body = ''): string {
  return [line, 'host: site.test', 'connection: close', ...headers, '', body].join('\r\n');
}

/** Requests that are wrong or odd, for either server, and the answers they may get. `path` is one that takes POST. */
export const oddRequests = (path: string): { name: string; text: string; statuses: number[] }[] => [
  { name: 'absolute form', text: requestText('GET http://x/healthz HTTP/1.1'), statuses: [200] },
  { name: 'absolute form without a path', text: requestText('GET http://x HTTP/1.1'), statuses: [200, 404] },
  { name: 'absolute form of a page', text: requestText('GET http://x/no/such/page HTTP/1.1'), statuses: [404] },
  { name: 'absolute form of another scheme', text: requestText('GET ftp://x/ HTTP/1.1'), statuses: [400, 404] },
  { name: 'no host', text: 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', statuses: [400] },
  { name: 'two hosts', text: requestText('GET /healthz HTTP/1.1', ['Host: other.test']), statuses: [400] },
  { name: 'HTTP/1.0 without a host', text: 'GET /healthz HTTP/1.0\r\n\r\n', statuses: [200] },
  { name: 'HTTP/0.9', text: 'GET /healthz\r\n\r\n', statuses: [200, 400] },
  { name: 'HTTP/2 preface', text: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', statuses: [0, 400] },
  { name: 'an unknown expectation', text: requestText('GET /healthz HTTP/1.1', ['Expect: miracles']), statuses: [417] },
  { name: 'a bare line feed', text: 'GET /healthz HTTP/1.1\r\nhost: x\nx: y\r\n\r\n', statuses: [400] },
  { name: 'a header without a colon', text: requestText('GET /healthz HTTP/1.1', ['bad header']), statuses: [400] },
  { name: 'a folded header', text: requestText('GET /healthz HTTP/1.1', ['x: a', ' b']), statuses: [200, 400] },
  { name: 'NUL in a header', text: requestText('GET /healthz HTTP/1.1', ['x: a\0b']), statuses: [400] },
  { name: 'large headers', text: requestText('GET /healthz HTTP/1.1', [`x: ${'y'.repeat(20_000)}`]), statuses: [431] },
  { name: 'TRACE', text: requestText(`TRACE ${path} HTTP/1.1`), statuses: [405] },
  {
    name: 'many headers',
    text: requestText(
      'GET /healthz HTTP/1.1',
      Array.from({ length: 5_000 }, (_, n) => `x${n}: y`),
    ),
    statuses: [431],
  },
  { name: 'a long address', text: requestText(`GET /${'a'.repeat(30_000)} HTTP/1.1`), statuses: [414, 431] },
  {
    name: 'two lengths',
    text: requestText(`POST ${path} HTTP/1.1`, ['content-length: 2', 'content-length: 3'], '{}'),
    statuses: [400],
  },
  {
    name: 'length and chunks',
    text: requestText(`POST ${path} HTTP/1.1`, ['content-length: 2', 'transfer-encoding: chunked'], '{}'),
    statuses: [400],
  },
  {
    name: 'a negative length',
    text: requestText(`POST ${path} HTTP/1.1`, ['content-length: -1'], '{}'),
    statuses: [400],
  },
  {
    name: 'a bad chunk',
    text: requestText(`POST ${path} HTTP/1.1`, ['transfer-encoding: chunked'], 'ZZ\r\n{}\r\n'),
    statuses: [400],
  },
  {
    name: 'a huge chunk',
    text: requestText(`POST ${path} HTTP/1.1`, ['transfer-encoding: chunked'], 'FFFFFFFFFFFFFFFFFF\r\n'),
    statuses: [400],
  },
  {
    name: 'chunk extensions',
    text: requestText(`POST ${path} HTTP/1.1`, ['transfer-encoding: chunked'], `2;${'x'.repeat(20_000)}\r\n`),
    statuses: [400, 413, 415],
  },
  {
    name: 'an unknown coding',
    text: requestText(`POST ${path} HTTP/1.1`, ['transfer-encoding: gzip'], '{}'),
    statuses: [400, 501],
  },
  {
    name: 'two types',
    text: requestText(
      `POST ${path} HTTP/1.1`,
      ['content-type: text/plain; application/json', 'content-length: 2'],
      '{}',
    ),
    statuses: [400, 415],
  },
  { name: 'no type', text: requestText(`POST ${path} HTTP/1.1`, ['content-length: 2'], '{}'), statuses: [400, 415] },
  { name: 'a body with GET', text: requestText('GET /healthz HTTP/1.1', ['content-length: 2'], '{}'), statuses: [200] },
  { name: 'OPTIONS *', text: requestText('OPTIONS * HTTP/1.1'), statuses: [404, 405] },
  { name: 'GET *', text: requestText('GET * HTTP/1.1'), statuses: [400, 404] },
  { name: 'CONNECT', text: requestText('CONNECT site.test:443 HTTP/1.1'), statuses: [405] },
  { name: 'TRACE', text: requestText('TRACE / HTTP/1.1'), statuses: [404, 405] },
  { name: 'PROPFIND', text: requestText('PROPFIND / HTTP/1.1'), statuses: [404, 405] },
  { name: 'QUERY', text: requestText('QUERY / HTTP/1.1', ['content-length: 2'], '{}'), statuses: [400, 404, 405] },
  { name: 'an unknown method', text: requestText('BREW / HTTP/1.1'), statuses: [400] },
  { name: 'HEAD', text: requestText('HEAD /healthz HTTP/1.1'), statuses: [200] },
  { name: 'HEAD of nothing', text: requestText('HEAD /assets/nothing.js HTTP/1.1'), statuses: [404] },
  {
    name: 'an upgrade',
    text: requestText('GET /healthz HTTP/1.1', ['upgrade: websocket', 'connection: upgrade']),
    statuses: [200],
  },
  { name: 'noise', text: '\x16\x03\x01\x02\0\x01', statuses: [400] },
];
