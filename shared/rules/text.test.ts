import { expect, test } from 'vitest';
import { checkApplication } from './careers/application.ts';
import { checkRegistration } from './accounts/account.ts';
import { checkContact } from './contact/contact.ts';
import { isEmailAddress } from './email.ts';
import { checkPost } from './posts/post.ts';
import { asLine, asText, isLine, isText, strayCharacter } from './text.ts';

const named = (characters: string[]) =>
  characters.map((character) => [character.codePointAt(0)!.toString(16), character] as const);

const lineBreaks = named(['\n', '\r', '\u0085', '\u2028', '\u2029']);
const turning = named(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']);
const marks = named(['\u200e', '\u200f', '\u061c']);
const controls = named(['\u0000', '\u0007', '\u001b', '\u007f', '\u0080', '\u009b', '\u009f']);

test.each([...lineBreaks, ...turning, ...marks, ...controls, ['half a pair', '\ud800'] as const])(
  'U+%s is on no line',
  (_name, character) => {
    expect(isLine(`Ada${character}Obi`)).toBe(false);
    expect(isEmailAddress(`ada${character}obi@example.com`)).toBe(false);
  },
);

test.each([...lineBreaks.slice(2), ...turning, ...controls, ['half a pair', '\udfff'] as const])(
  'U+%s is in no text',
  (_name, character) => {
    expect(isText(`one${character}two`)).toBe(false);
  },
);

test.each([
  'Ọlábísí Ẹniọlá',
  'O\u0323la\u0301',
  'أحمد',
  'דוד בן־גוריון',
  'می\u200cخواهم',
  'क्\u200dष',
  '👩‍💻 🏳️‍🌈 🏴',
  '漢字',
  "D'Arcy-Núñez",
  'soft\u00adhyphen',
  'no\u00a0break',
])('%s is a line', (value) => {
  expect(isLine(value)).toBe(true);
  expect(isText(value)).toBe(true);
  expect(strayCharacter(value, 'line')).toBeUndefined();
});

test('text has lines, tabs, and marks of direction beside punctuation', () => {
  expect(isText('one\r\ntwo\tthree\n\u200fC++\u200e ב־2026!\u061c')).toBe(true);
});

test.each([
  ['Ada\u0007', 'line', 'a control character (U+0007, after “Ada”)'],
  ['\u0085Ada', 'line', 'a line break (U+0085, at the beginning)'],
  ['Ada\nObi', 'line', 'a line break (U+000A, after “Ada”)'],
  ['Ada \u202eibO', 'line', 'an invisible character that changes the direction of the text (U+202E, after “Ada”)'],
  ['one\ntwo\ud800', 'text', 'half a character (U+D800, after “one two”)'],
  [`${'x'.repeat(100)}\u0000`, 'text', `a control character (U+0000, after “${'x'.repeat(20)}”)`],
] as const)('%j, as a %s, is refused with a message', (value, kind, words) => {
  expect(strayCharacter(value, kind)).toBe(words);
});

test('as a line, anything is one', () => {
  expect(asLine('a\r\nb\u2028c\u202ed\u009be')).toBe('a b c d e');
  expect(isLine(asLine('\u0000\ud800x\u200f'))).toBe(true);
});

test('as text, anything is text, and text stays as it is', () => {
  expect(asText('a\r\nb\vc\u2028d\u202ae\u202c\u0000\ud800f\t\u200fC++\u200e')).toBe('a\r\nb\nc\ndef\t\u200fC++\u200e');
});

test('every form says which character it is', () => {
  const stray = 'Ada\u202e';
  const contact = {
    fullName: stray,
    email: 'ada@example.com',
    phone: '08031234567',
    subject: 'x',
    message: 'x\u2028y',
  };
  expect(checkContact(contact).map(({ message }) => message)).toEqual([
    'This contains an invisible character that changes the direction of the text (U+202E, after “Ada”). Remove it, then send again.',
    'This contains a line break (U+2028, after “x”). Remove it, then send again.',
  ]);
  const application = {
    role: 'flutter-developer',
    firstName: stray,
    lastName: 'Obi',
    email: contact.email,
    phone: contact.phone,
    linkedin: '',
    about: '\u0085',
  };
  expect(checkApplication(application)).toMatchObject([
    { field: 'firstName', message: expect.stringContaining('U+202E') },
    { field: 'about' },
  ]);
  expect(
    checkRegistration({ username: stray, email: contact.email, password: 'three green looms', term: true }),
  ).toMatchObject([{ field: 'username', message: expect.stringContaining('U+202E') }]);
  expect(
    checkPost({ title: stray, content: 'x\u009b', author: 'O\u2029bi' }, { contentRequired: true }).map(
      ({ message }) => message,
    ),
  ).toEqual([
    'The title contains an invisible character that changes the direction of the text (U+202E, after “Ada”). Remove it, then publish again.',
    'The content contains a control character (U+009B, after “x”). Remove it, then publish again.',
    'The author’s name contains a line break (U+2029, after “O”). Remove it, then publish again.',
  ]);
});
