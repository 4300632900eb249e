/** What is no HTTP, or HTTP that hardly anybody speaks: bytes as they are written, whatever the route. */
import { message, type OddRequest, type Target } from './request.ts';

export function protocolRequests(to: Target, path: string): OddRequest[] {
  const host = 'Host: x\r\n';
  const raw: [name: string, text: string][] = [
    ['nothing but line breaks', '\r\n\r\n\r\n'],
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['noise', Array.from({ length: 400 }, (_, n) => String.fromCharCode((n * 97 + 13) % 256)).join('')],
    ['TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['HTTP/0.9', `GET ${path}\r\n\r\n`],
    ['HTTP/1.0', `GET ${path} HTTP/1.0\r\n\r\n`],
    ['HTTP/9.9', `GET ${path} HTTP/9.9\r\n${host}\r\n`],
    ['http/1.1', `GET ${path} http/1.1\r\n${host}\r\n`],
    ['no version', `GET ${path}\r\n${host}\r\n`],
    ['two spaces', `GET  ${path}  HTTP/1.1\r\n${host}\r\n`],
    ['single line breaks', `GET ${path} HTTP/1.1\nHost: x\n\n`],
    ['a header without a colon', `GET ${path} HTTP/1.1\r\n${host}bad header\r\n\r\n`],
    ['a header without a name', `GET ${path} HTTP/1.1\r\n${host}: x\r\n\r\n`],
    ['a folded header', `GET ${path} HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
    ['a space before the colon', `GET ${path} HTTP/1.1\r\n${host}X : a\r\n\r\n`],
    ['U+0000 in a header', `GET ${path} HTTP/1.1\r\n${host}X: a\u0000b\r\n\r\n`],
    ['U+0000 in the address', `GET ${path}\u0000 HTTP/1.1\r\n${host}\r\n`],
    ['a space in the address', `GET ${path} x HTTP/1.1\r\n${host}\r\n`],
    ['bytes in the address', `GET ${path}\u00ff\u00c0 HTTP/1.1\r\n${host}\r\n`],
    ['a header of 17 kB', `GET ${path} HTTP/1.1\r\n${host}X: ${'x'.repeat(17_000)}\r\n\r\n`],
    ['3,000 headers', `GET ${path} HTTP/1.1\r\n${host}${'a: 1\r\n'.repeat(3_000)}\r\n`],
    ['an address of 20 kB', `GET ${path}?${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ['half a request', `GET ${path} HTTP/1.1\r\nHos`],
    ['three at once', `GET ${path} HTTP/1.1\r\n${host}\r\n`.repeat(3)],
    ['a good one and garbage', `GET ${path} HTTP/1.1\r\n${host}\r\n\u0000\u0001\u0002`],
    ['one within another', `POST ${path} HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n${host}\r\n`],
    ['h2c upgrade', `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`],
    ['WebSocket upgrade', `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`],
    ['CONNECT', 'CONNECT x.example:443 HTTP/1.1\r\nHost: x.example:443\r\n\r\n'],
  ];
  const targets = [
    '*', '', 'x', 'x.example:443', 'http://', 'http:///', 'http://x', 'http://[::1', 'http://x:99999/', 'http://a@b:c@d/', 'https://x.example/', 'ftp://x/', 'javascript:1', 'file:///etc/passwd', '//evil.example/', '///', '/\\evil.example',
    '/%', '/%00', '/%ff', '/%2e%2e/%2e%2e/etc/passwd', '/../../etc/passwd', '/..;/', '/.', '/./', '/;', '/?', '/??', '/#', '/%0d%0aX:1', '/%E0%A4%A', '/%c0%ae%c0%ae/', '/api', '/api/', '/api//', '/api/..', '/api/%00', '/api/%', '/api/%2e%2e/healthz', '/auth', '/auth/', '/auth/%',
    '/assets', '/assets/', '/assets/..', '/assets/%2e%2e/index.html', '/assets/%00', '/assets/%', '/remotes', '/remotes/', '/remotes/%/%/%', '/remotes/a/b/', '/remotes/../../x', '/remotes/mf-blog/..%2f/x', '/remotes/mf-blog/%00/x', '/composition.json?mf-blog=%', '/composition.json?__proto__=x', '/composition.json?mf-blog=..%2f', '/composition.json?mf-blog=a&mf-blog=b',
  ];
  return [
    ...raw.map(([name, text]): OddRequest => ({ kind: 'no HTTP', name, route: 'any', to, bytes: () => Buffer.from(text, 'latin1'), unfinished: true })),
    ...['GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'].flatMap((method) =>
      targets.map((target): OddRequest => ({ kind: 'target', name: `${method} ${target}`, route: 'any', to, bytes: (usual) => message(usual, { method, target }) })),
    ),
  ];
}
