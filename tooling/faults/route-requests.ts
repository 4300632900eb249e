/** Odd requests to a route: each field of its body, query, path and headers, in every kind. */
import { BYTES, oddHeaders, oddJson, oddMethods, oddQueries, oddSegments, oddTexts, oddTypes } from './odd-values.ts';
import { type Headers, message, type OddRequest, type Target, type Usual } from './request.ts';
import type { Route } from './routes.ts';

interface Odd {
  kind: string;
  name: string;
  method?: string;
  /** Path and query instead of the route's own. */
  target?: string;
  headers?: Headers;
  body?: string | Buffer;
  unfinished?: boolean;
}

const BOUNDARY = 'odd-boundary';

export function requestsTo(routes: Route[], to: Target): OddRequest[] {
  return routes.flatMap((route) =>
    [...bodies(route), ...parameters(route), ...headers(route), ...lines(route)].map((odd) =>
      requestOf(route, odd, to),
    ),
  );
}

let sent = 0;

function requestOf(
  route: Route,
  { kind, name, method = route.method, target = targetOf(route), headers, body, unfinished }: Odd,
  to: Target,
): OddRequest {
  const bytes = (usual: Usual) => {
    const content = fresh(body ?? (route.method === 'GET' ? undefined : goodBody(route)));
    const cookie = route.asMember ? { cookie: usual.session } : {};
    return message(usual, {
      method,
      target,
      headers: {
        ...(content ? route.headers(content) : {}),
        ...(route.body === 'multipart' ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}),
        ...cookie,
        ...headers,
      },
      ...(content ? { body: content } : {}),
    });
  };
  return { kind, name, route: `${route.method} ${route.path}`, to, bytes, ...(unfinished ? { unfinished } : {}) };
}

/** Every request is about another address, so that limits for one address hide nothing. */
function fresh(body: string | Buffer | undefined): Buffer | undefined {
  if (body === undefined) return undefined;
  const bytes = Buffer.from(body);
  const found = bytes.indexOf('odd@example.com');
  return found < 0
    ? bytes
    : Buffer.concat([
        bytes.subarray(0, found),
        Buffer.from(`odd${(sent += 1)}@example.com`),
        bytes.subarray(found + 'odd@example.com'.length),
      ]);
}

const targetOf = ({ path }: Route, id = '1'): string => path.replace(/\{\w+\}/, () => id);

function goodBody(route: Route): Buffer | undefined {
  if (route.body === 'multipart') return multipart(partsOf(route.sample));
  if (route.body === 'form') return Buffer.from(urlEncoded(route.sample));
  if (route.body === 'bytes') return Buffer.from('\u0089PNG\r\n\u001a\n and no more', 'latin1');
  return Buffer.from(JSON.stringify(route.sample));
}

function bodies(route: Route): Odd[] {
  if (route.method === 'GET') return [];
  if (route.body === 'multipart') return multipartBodies(route);
  if (route.body === 'form') return formBodies(route);
  return route.body === 'bytes' ? byteBodies() : jsonBodies(route);
}

/** Paths of the fields, also of those within others: `data.email`. */
function fieldsOf(sample: Record<string, unknown>): string[] {
  return Object.entries(sample).flatMap(([name, value]) => [
    name,
    ...(isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : []),
  ]);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function jsonBodies({ sample }: Route): Odd[] {
  const good = JSON.stringify(sample);
  const fields = fieldsOf(sample);
  const perField = fields.flatMap((field): Odd[] => [
    { kind: 'missing', name: `${field} is missing`, body: withField(sample, field) },
    { kind: 'repeated key', name: `${field} stands there twice`, body: good.replace(/^\{/, `{"${field}":null,`) },
    ...oddJson.map(([kind, value]): Odd => {
      const text = withField(sample, field, value);
      return {
        kind,
        name: `${field} is ${value.slice(0, 60)}`,
        body: kind === BYTES ? Buffer.from(text, 'latin1') : text,
      };
    }),
  ]);
  const whole: [string, (string | Buffer)[]][] = [
    [
      'not JSON',
      [
        '',
        ' ',
        '{',
        '{"',
        '{"a":',
        `${good}x`,
        `${good}${good}`,
        good.replaceAll('"', "'"),
        'undefined',
        'NaN',
        '01',
        '"\\x"',
        '/**/{}',
        'a=b&c=d',
        '<xml/>',
        `\ufeff${good}`,
        `${good}\u0000`,
      ],
    ],
    ['not an object', ['null', 'true', '0', '1e999', '"text"', '[]', `[${good}]`, '[[]]']],
    [
      'names of objects',
      [
        good.replace(/^\{/, '{"__proto__":{"a":1},'),
        good.replace(/^\{/, '{"constructor":{"prototype":{"a":1}},'),
        '{"__proto__":null}',
        '{"toString":1,"valueOf":1,"hasOwnProperty":1}',
      ],
    ],
    [
      'deep nesting',
      [
        '['.repeat(50_000) + ']'.repeat(50_000),
        '{"a":'.repeat(50_000),
        `{"x":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      ],
    ],
    [
      'huge',
      [
        ' '.repeat(2_000_000),
        `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join(',')}}`,
        `{"${'k'.repeat(60_000)}":1}`,
      ],
    ],
    [
      BYTES,
      [
        Buffer.from(good, 'utf16le'),
        Buffer.from([0xff, 0xfe, 0x7b, 0, 0x7d, 0]),
        Buffer.alloc(500),
        Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex'),
        Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
      ],
    ],
  ];
  return [
    ...perField,
    ...whole.flatMap(([kind, all]) =>
      all.map((body): Odd => ({ kind, name: `the body is ${String(body).slice(0, 40)}`, body })),
    ),
  ];
}

/** The sample with another value for a field, as JSON is written; without a value it is missing. */
function withField(sample: Record<string, unknown>, field: string, value?: string): string {
  const copy = structuredClone(sample);
  const [outer = '', inner] = field.split('.');
  const owner = inner === undefined ? copy : (copy[outer] as Record<string, unknown>);
  if (value === undefined) delete owner[inner ?? outer];
  else owner[inner ?? outer] = '@@odd@@';
  return JSON.stringify(copy).replace('"@@odd@@"', () => value ?? '');
}

function byteBodies(): Odd[] {
  const starts = {
    PNG: '89504e470d0a1a0a',
    GIF: '474946383961ffffffff',
    JPEG: 'ffd8ffe000104a464946',
    WebP: '52494646ffffffff57454250',
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>').toString(
      'hex',
    ),
    nothing: '',
  };
  // A header that promises 4 billion pixels.
  const bomb = '89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000';
  return [
    ...Object.entries(starts).flatMap(([what, hex]): Odd[] => [
      { kind: 'broken file', name: `only the beginning of ${what}`, body: Buffer.from(hex, 'hex') },
      {
        kind: 'broken file',
        name: `${what} and zeros`,
        body: Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(20_000)]),
      },
      {
        kind: 'broken file',
        name: `${what} and noise`,
        body: Buffer.concat([
          Buffer.from(hex, 'hex'),
          Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 97 + 13) % 256)),
        ]),
      },
    ]),
    { kind: 'broken file', name: 'PNG of 65535 by 65535', body: Buffer.from(bomb, 'hex') },
    { kind: 'huge', name: '11 MB', body: Buffer.alloc(11 * 1024 * 1024) },
  ];
}

const urlEncoded = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
    .join('&');

/** Also what no browser can send: half a surrogate pair as the three bytes that UTF-8 does not have. */
function encoded(text: string): string {
  return Array.from(text, (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80')).join(
    '',
  );
}

function formBodies({ sample }: Route): Odd[] {
  const without = (field: string) =>
    urlEncoded(Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field)));
  const perField = Object.keys(sample).flatMap((field): Odd[] => [
    { kind: 'missing', name: `${field} is missing`, body: without(field) },
    {
      kind: 'repeated key',
      name: `${field} stands there twice`,
      body: `${urlEncoded(sample)}&${encoded(field)}=x&${encoded(field)}=y`,
    },
    { kind: 'list for a value', name: `${field} is a list`, body: `${without(field)}&${field}[]=a&${field}[a]=b` },
    ...Object.entries(oddTexts).flatMap(([kind, values]) =>
      values.map(
        (value): Odd => ({
          kind,
          name: `${field} is ${value.slice(0, 60)}`,
          body: urlEncoded({ ...sample, [field]: value }),
        }),
      ),
    ),
    ...oddSegments['percent-encoding']!.map(
      (value): Odd => ({
        kind: 'percent-encoding',
        name: `${field} is ${value}`,
        body: `${without(field)}&${field}=${value}`,
      }),
    ),
  ]);
  const whole: [string, string | Buffer][] = [
    ['malformed form', ''],
    ['malformed form', '='],
    ['malformed form', '&&&&'],
    ['malformed form', '%'],
    ['malformed form', '%=%'],
    ['malformed form', JSON.stringify(sample)],
    ['huge', 'a='.padEnd(70_000, 'x')],
    ['huge', 'a=b&'.repeat(12_000)],
    ['names of objects', `__proto__=1&constructor=1&toString=1&${urlEncoded(sample)}`],
    [BYTES, Buffer.from('a=\u00ff&\u00c0\u00af=b', 'latin1')],
    [BYTES, Buffer.alloc(300)],
  ];
  return [
    ...perField,
    ...whole.map(([kind, body]): Odd => ({ kind, name: `the form is ${String(body).slice(0, 40)}`, body })),
  ];
}

interface Part {
  head: string;
  value: string | Buffer;
}

function partsOf(sample: Record<string, unknown>): Part[] {
  return Object.entries(sample).map(([name, value]) => ({
    head:
      name === 'cv'
        ? 'Content-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf'
        : `Content-Disposition: form-data; name="${name}"`,
    value: String(value),
  }));
}

function multipart(parts: Part[], { boundary = BOUNDARY, end = `--${BOUNDARY}--\r\n`, line = '\r\n' } = {}): Buffer {
  const all = parts.flatMap(({ head, value }) => [
    Buffer.from(`--${boundary}${line}${head}${line}${line}`, 'latin1'),
    Buffer.from(value),
    Buffer.from(line),
  ]);
  return Buffer.concat([...all, Buffer.from(end)]);
}

function multipartBodies({ sample }: Route): Odd[] {
  const parts = partsOf(sample);
  const replaced = (field: string, part: Partial<Part>) =>
    multipart(parts.map((each) => (each.head.includes(`name="${field}"`) ? { ...each, ...part } : each)));
  const perField = Object.keys(sample).flatMap((field): Odd[] => [
    {
      kind: 'missing',
      name: `${field} is missing`,
      body: multipart(parts.filter(({ head }) => !head.includes(`name="${field}"`))),
    },
    {
      kind: 'repeated key',
      name: `${field} stands there twice`,
      body: multipart([...parts, ...parts.filter(({ head }) => head.includes(`name="${field}"`))]),
    },
    {
      kind: 'wrong type',
      name: `${field} is a file`,
      body: replaced(field, { head: `Content-Disposition: form-data; name="${field}"; filename="x"` }),
    },
    {
      kind: 'wrong type',
      name: `${field} is no file`,
      body: replaced(field, { head: `Content-Disposition: form-data; name="${field}"` }),
    },
    { kind: 'very huge', name: `${field} has 100 kB`, body: replaced(field, { value: 'x'.repeat(100_000) }) },
    {
      kind: BYTES,
      name: `${field} is not UTF-8`,
      body: replaced(field, { value: Buffer.from('a\u00ff\u00c0\u00afb', 'latin1') }),
    },
    ...Object.entries(oddTexts).flatMap(([kind, values]) =>
      values.map(
        (value): Odd => ({ kind, name: `${field} is ${value.slice(0, 60)}`, body: replaced(field, { value }) }),
      ),
    ),
  ]);
  const file = (head: string): Buffer => replaced('cv', { head });
  const names = [
    '',
    '../../cv.pdf',
    '/etc/passwd',
    'C:\\cv.pdf',
    'cv\u0000.pdf',
    'cv.pdf\u00ff',
    `${'x'.repeat(5_000)}.pdf`,
    'cv".pdf',
    '.',
    '__proto__',
    'cv.pdf; name=role',
    '\u00e2\u0080\u00aecv.pdf',
  ];
  const heads = [
    '',
    'X: 1',
    'Content-Disposition: form-data',
    'Content-Disposition: form-data; name=',
    'Content-Disposition: form-data; name="',
    'Content-Disposition: attachment; name="cv"',
    'Content-Disposition: x',
    'Content-Disposition: form-data; name="cv"; filename*=UTF-8\'\'%ff',
    'Content-Disposition: form-data; name="cv"; filename*=x\'\'%',
    'Content-Disposition: form-data; name="cv"; filename="a"; filename="b"',
    'Content-Disposition: form-data; name="__proto__"',
    'Content-Disposition: form-data; name="constructor"; filename="x"',
    'Content-Disposition: form-data; name="a\u0000b"',
    'Content-Disposition: form-data; name="\u00ff"',
    `Content-Disposition: form-data; name="${'x'.repeat(3_000)}"`,
    `X: ${'y'.repeat(20_000)}\r\nContent-Disposition: form-data; name="cv"`,
    'no colon',
    ': empty',
    `${'X: 1\r\n'.repeat(200)}Content-Disposition: form-data; name="role"`,
    'Content-Disposition: form-data; name="role"\r\nContent-Type: text/plain; charset=utf-7',
    'Content-Disposition: form-data; name="role"\r\nContent-Type: \u00ff',
    'Content-Disposition: form-data; name="role"\r\nContent-Transfer-Encoding: base64',
    'Content-Disposition: form-data; name="role"\r\nContent-Type: multipart/mixed; boundary=y',
  ];
  const good = multipart(parts);
  const shapes: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['the end alone', Buffer.from(`--${BOUNDARY}--`)],
    ['no end', multipart(parts, { end: '' })],
    ['half an end', multipart(parts, { end: `--${BOUNDARY}-` })],
    ['another boundary', multipart(parts, { boundary: 'other' })],
    ['single line breaks', multipart(parts, { line: '\n' })],
    ['cut in the middle', good.subarray(0, good.length / 2)],
    [
      '300 parts',
      multipart(
        Array.from({ length: 300 }, (_, n) => ({ head: `Content-Disposition: form-data; name="f${n}"`, value: '' })),
      ),
    ],
    [
      'a preamble and an epilogue',
      Buffer.concat([Buffer.from('before\r\n'), good, Buffer.from('after'.repeat(1_000))]),
    ],
    ['only boundaries', Buffer.from(`--${BOUNDARY}\r\n`.repeat(2_000))],
    ['zeros', Buffer.alloc(100_000)],
    ['JSON', Buffer.from(JSON.stringify(sample))],
    ['6 MB of file', replaced('cv', { value: Buffer.alloc(6 * 1024 * 1024) })],
  ];
  return [
    ...perField,
    ...names.map(
      (name): Odd => ({
        kind: 'multipart',
        name: `the file is called ${name.slice(0, 40)}`,
        body: file(`Content-Disposition: form-data; name="cv"; filename="${name}"\r\nContent-Type: application/pdf`),
      }),
    ),
    ...heads.map(
      (head): Odd => ({
        kind: 'multipart',
        name: `a part begins ${head.slice(0, 80)}`,
        body: multipart([...parts, { head, value: 'x' }]),
      }),
    ),
    ...heads.map(
      (head): Odd => ({ kind: 'multipart', name: `the file begins ${head.slice(0, 80)}`, body: file(head) }),
    ),
    ...shapes.map(([name, body]): Odd => ({ kind: 'multipart', name, body })),
  ];
}

function parameters(route: Route): Odd[] {
  const inPath = route.parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(() =>
      Object.entries(oddSegments).flatMap(([kind, values]) =>
        values.map((value): Odd => ({ kind, name: `the id is ${value.slice(0, 60)}`, target: targetOf(route, value) })),
      ),
    );
  const named = route.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const inQuery = (named.length > 0 ? named : ['x']).flatMap((name) =>
    oddQueries(name).map(
      ([kind, query]): Odd => ({ kind, name: `?${query.slice(0, 60)}`, target: `${targetOf(route)}?${query}` }),
    ),
  );
  return [...inPath, ...inQuery];
}

function headers(route: Route): Odd[] {
  const values = Object.entries(oddHeaders).flatMap(([name, all]) =>
    all.map(
      (value): Odd => ({
        kind: `header ${name}`,
        name: `${name}: ${String(value).slice(0, 60)}`,
        headers: { [name]: value as string },
      }),
    ),
  );
  const types = oddTypes.map(
    (type): Odd => ({
      kind: 'header content-type',
      name: `content-type: ${String(type).slice(0, 60)}`,
      headers: { 'content-type': type },
      body: goodBody(route) ?? '{}',
    }),
  );
  return [...values, ...(route.method === 'GET' ? types.slice(0, 6) : types)];
}

/** What is odd about the request as such. */
function lines(route: Route): Odd[] {
  const body = goodBody(route) ?? Buffer.from('{}');
  const [length, half] = [String(body.length), body.subarray(0, body.length / 2)];
  const chunked = (text: string): Odd => ({
    kind: 'chunks',
    name: text.slice(0, 40),
    headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    body: text,
  });
  return [
    ...oddMethods
      .filter((method) => method !== route.method)
      .map((method): Odd => ({ kind: 'method', name: method, method })),
    { kind: 'cut off', name: 'half of the body', headers: { 'content-length': length }, body: half, unfinished: true },
    {
      kind: 'cut off',
      name: 'no body although a length is said',
      headers: { 'content-length': '100' },
      body: '',
      unfinished: true,
    },
    // A form without fields has a body of nothing.
    {
      kind: 'cut off',
      name: 'more than the length',
      headers: { 'content-length': '2' },
      body: Buffer.concat([body, Buffer.from('more')]),
    },
    {
      kind: 'conflicting lengths',
      name: 'two lengths',
      headers: { 'content-length': [length, '3'] },
      body,
      unfinished: true,
    },
    {
      kind: 'conflicting lengths',
      name: 'the same length twice',
      headers: { 'content-length': [length, length] },
      body,
      unfinished: true,
    },
    {
      kind: 'conflicting lengths',
      name: 'length and chunks',
      headers: { 'content-length': length, 'transfer-encoding': 'chunked' },
      body,
      unfinished: true,
    },
    ...['-1', '1e3', '0x10', '9'.repeat(30), '', ' 1 2', '+2', '\u00ff'].map(
      (wrong): Odd => ({
        kind: 'conflicting lengths',
        name: `content-length: ${wrong}`,
        headers: { 'content-length': wrong },
        body,
        unfinished: true,
      }),
    ),
    chunked('2\r\n{}\r\n0\r\n\r\n'),
    { ...chunked('ZZ\r\n{}\r\n'), unfinished: true },
    { ...chunked('-2\r\n{}\r\n0\r\n\r\n'), unfinished: true },
    { ...chunked('FFFFFFFFFFFFFFFFF\r\n{}\r\n'), unfinished: true },
    { ...chunked('2;x=y;"\r\n{}\r\n0\r\nX: 1\r\n\r\n'), unfinished: true },
    { ...chunked('5\r\n{}\r\n0\r\n\r\n'), unfinished: true },
    {
      kind: 'chunks',
      name: 'transfer-encoding: gzip, chunked',
      headers: { 'content-length': undefined, 'transfer-encoding': 'gzip, chunked' },
      body: '2\r\n{}\r\n0\r\n\r\n',
      unfinished: true,
    },
    {
      kind: 'chunks',
      name: 'transfer-encoding: x',
      headers: { 'content-length': undefined, 'transfer-encoding': 'x' },
      body: '{}',
      unfinished: true,
    },
    { kind: 'expect', name: '100-continue', headers: { expect: '100-continue' }, body },
    {
      kind: 'expect',
      name: '100-continue, and the body never comes',
      headers: { expect: '100-continue', 'content-length': '100' },
      body: '',
      unfinished: true,
    },
    { kind: 'expect', name: 'something else', headers: { expect: '200-ok' }, body },
    { kind: 'target', name: 'absolute form', target: `http://site.example${targetOf(route)}` },
    {
      kind: 'target',
      name: 'absolute form with a port that is none',
      target: `http://site.example:99999${targetOf(route)}`,
    },
    { kind: 'target', name: 'a fragment', target: `${targetOf(route)}#x` },
    { kind: 'target', name: 'a slash at the end', target: `${targetOf(route)}/` },
    { kind: 'target', name: 'two slashes at the beginning', target: `/${targetOf(route)}` },
    {
      kind: 'target',
      name: 'percent-encoded',
      target: targetOf(route).replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    },
    { kind: 'target', name: 'in capitals', target: targetOf(route).toUpperCase() },
    { kind: 'host', name: 'none', headers: { host: undefined } },
    { kind: 'host', name: 'two', headers: { host: ['a.example', 'b.example'] } },
    ...['', 'a b', '\u00ff', '[::1', 'x'.repeat(3_000), 'a.example:99999', '..', 'a@b'].map(
      (host): Odd => ({ kind: 'host', name: host.slice(0, 40), headers: { host } }),
    ),
  ];
}
