/** Odd forms with a file (`multipart/form-data`): fields, names, heads of parts, bodies that end early or never. */
import { BYTES, oddTexts } from './odd-values.ts';
import type { Odd } from './odd.ts';
import type { Route } from './routes.ts';

export const BOUNDARY = 'odd-boundary';

interface Part {
  head: string;
  value: string | Buffer;
}

export function partsOf(sample: Record<string, unknown>): Part[] {
  return Object.entries(sample).map(([name, value]) => ({
    head:
      name === 'cv'
        ? 'Content-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf'
        : `Content-Disposition: form-data; name="${name}"`,
    value: String(value),
  }));
}

export function multipart(
  parts: Part[],
  { boundary = BOUNDARY, end = `--${BOUNDARY}--\r\n`, line = '\r\n' } = {},
): Buffer {
  const all = parts.flatMap(({ head, value }) => [
    Buffer.from(`--${boundary}${line}${head}${line}${line}`, 'latin1'),
    Buffer.from(value),
    Buffer.from(line),
  ]);
  return Buffer.concat([...all, Buffer.from(end)]);
}

export function multipartBodies({ sample }: Route): Odd[] {
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
      name: `${field} given twice`,
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
