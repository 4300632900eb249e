/** Bodies that no client of ours sends. Every one must be refused, none may trouble the server. */
import { notText, otherTypes } from '../../../tooling/faults/requests/odd-values.ts';

export interface MalformedBody {
  name: string;
  body: string | Buffer<ArrayBuffer>;
  type?: string;
}

const notJson = [
  '',
  ' ',
  '{',
  '}',
  '{"',
  '{"a"',
  '{"a":',
  '{"a":1',
  '{"a":1,}',
  "{'a':1}",
  '{a:1}',
  'undefined',
  'NaN',
  'Infinity',
  '-',
  '+1',
  '0x10',
  '01',
  '.5',
  '1.',
  '"',
  '"\\x"',
  '"\\u12"',
  '"\n"',
  '"\u0000"',
  '[',
  '[1,',
  '[1 2]',
  '//',
  '/* */ {}',
  '{} {}',
  '{}x',
  '<xml/>',
  'a=b&c=d',
  '\u00ff',
  '\ufeff\ufeff{}',
  'null\u0000',
  '{"a":1}\u0000',
  '--boundary',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"a":"\u0001"}',
];

const notObjects = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1e999',
  '"text"',
  '""',
  '[]',
  '[{}]',
  '[[]]',
  '[null]',
  '["a","b"]',
  '[1e999]',
];

/**
 * @param good a body that the route accepts
 * @param fields its required fields
 */
export function malformedBodies(good: Record<string, unknown>, fields: string[]): MalformedBody[] {
  const valid = JSON.stringify(good);
  const withField = (field: string, value: string) =>
    JSON.stringify({ ...good, [field]: '@@' }).replace('"@@"', () => value);
  const perField = fields.flatMap((field) => [
    ...notText.map((value) => ({
      name: `${field} is ${value}`,
      body: withField(field, value),
    })),
    { name: `${field} is missing`, body: JSON.stringify({ ...good, [field]: undefined }) },
    { name: `${field} is null`, body: withField(field, 'null') },
    ...(field === 'content'
      ? []
      : [{ name: `${field} is long`, body: withField(field, JSON.stringify('x'.repeat(50_000))) }]),
    { name: `${field} is huge`, body: withField(field, JSON.stringify('x'.repeat(300_000))) },
    { name: `${field} is nested deeply`, body: withField(field, `${'['.repeat(5_000)}${']'.repeat(5_000)}`) },
    ...['ff', 'c0af', 'e282', 'eda080', 'f8888080'].map((bytes) => ({
      name: `${field} has the bytes ${bytes}, which are not UTF-8`,
      body: withBytes(withField(field, '"a@@b"'), bytes),
    })),
    { name: `${field} is cut off`, body: valid.slice(0, valid.indexOf(`"${field}"`) + field.length + 4) },
  ]);
  const utf8 = Buffer.from(valid);
  return [
    ...perField,
    ...notJson.map((body) => ({ name: `not JSON: ${JSON.stringify(body)}`, body })),
    ...notObjects.map((body) => ({ name: `not an object: ${body}`, body })),
    ...otherTypes.map((type) => ({ name: `content type ${type}`, body: valid, type })),
    { name: 'nested 100,000 arrays', body: '['.repeat(100_000) + ']'.repeat(100_000) },
    { name: 'nested 100,000 objects', body: '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000) },
    { name: 'unclosed 100,000 arrays', body: '['.repeat(100_000) },
    { name: '3 MB of spaces', body: ' '.repeat(3_000_000) },
    { name: '3 MB of text', body: `{"title":"${'x'.repeat(3_000_000)}"}` },
    { name: '50,000 keys', body: `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":1`).join(',')}}` },
    { name: 'UTF-16', body: Buffer.from(valid, 'utf16le') },
    { name: 'cut in the middle', body: utf8.subarray(0, utf8.length / 2) },
    { name: 'random bytes', body: Buffer.from(Array.from({ length: 2_000 }, (_, n) => (n * 97 + 13) % 256)) },
    { name: 'zeros', body: Buffer.alloc(1_000) },
    { name: 'gzip that is not announced', body: Buffer.from('1f8b0800000000000003abae050043bfa6a302000000', 'hex') },
  ];
}

function withBytes(text: string, hex: string): Buffer<ArrayBuffer> {
  const [before = '', after = ''] = text.split('@@');
  return Buffer.concat([Buffer.from(before), Buffer.from(hex, 'hex'), Buffer.from(after)]);
}
