/** Odd JSON: each field missing, repeated and with every kind of value, and bodies that are odd as a whole. */
import { BYTES, oddJson } from './odd-values.ts';
import type { Odd } from './odd.ts';
import type { Route } from './routes.ts';

/** Paths of the fields, also of those within others: `data.email`. */
function fieldsOf(sample: Record<string, unknown>): string[] {
  return Object.entries(sample).flatMap(([name, value]) => [
    name,
    ...(isObject(value) ? Object.keys(value).map((inner) => `${name}.${inner}`) : []),
  ]);
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

export function jsonBodies({ sample }: Route): Odd[] {
  const good = JSON.stringify(sample);
  const fields = fieldsOf(sample);
  const perField = fields.flatMap((field): Odd[] => [
    { kind: 'missing', name: `${field} is missing`, body: withField(sample, field) },
    { kind: 'repeated key', name: `${field} given twice`, body: good.replace(/^\{/, `{"${field}":null,`) },
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
