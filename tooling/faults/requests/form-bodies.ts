/** Odd forms as browsers send them without script (`application/x-www-form-urlencoded`). */
import { BYTES, oddSegments, oddTexts } from './odd-values.ts';
import type { Odd } from './odd.ts';
import type { Route } from './routes.ts';

export const urlEncoded = (fields: Record<string, unknown>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`)
    .join('&');

/** Also what no browser can send: half a surrogate pair as the three bytes that UTF-8 does not have. */
function encoded(text: string): string {
  return Array.from(text, (character) => (character.isWellFormed() ? encodeURIComponent(character) : '%ED%A0%80')).join(
    '',
  );
}

export function formBodies({ sample }: Route): Odd[] {
  const without = (field: string) =>
    urlEncoded(Object.fromEntries(Object.entries(sample).filter(([name]) => name !== field)));
  const perField = Object.keys(sample).flatMap((field): Odd[] => [
    { kind: 'missing', name: `${field} is missing`, body: without(field) },
    {
      kind: 'repeated key',
      name: `${field} given twice`,
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
