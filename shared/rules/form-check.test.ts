import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FIELD_EMPTY, formCheck } from './form-check.ts';
import { trimForm, type FormTable, type FormValues } from './form.ts';

const form = {
  name: { kind: 'line', label: 'Name', max: 5 },
  phone: { kind: 'phone', label: 'Phone' },
  email: { kind: 'email', label: 'Email' },
  note: { kind: 'text', label: 'Note', max: 8, optional: true },
  title: { kind: 'line', label: 'Title', empty: 'A title is needed.' },
  password: { kind: 'password', label: 'Password' },
  terms: { kind: 'checkbox', label: 'Terms', empty: 'Accept the terms.' },
} as const satisfies FormTable;

const kinds = {
  email: (value: string) => (value.includes('@') ? undefined : 'no address'),
  phone: (value: string) => (/^\d+$/.test(value) ? undefined : 'no number'),
  password: () => undefined,
};
const check = formCheck(form, { kinds });
const checkInSteps = formCheck(form, { kinds, inSteps: true });

const good: FormValues<typeof form> = {
  name: ' Ada ',
  phone: '1',
  email: 'a@b',
  note: '',
  title: 'T',
  password: ' ',
  terms: true,
};
const fieldsOf = (problems: { field: string }[]) => problems.map(({ field }) => field);

test('good values have no problem; space around them is ignored, except in a password', () => {
  expect(check(good)).toEqual([]);
  expect(check({ ...good, note: 'a\n\tb' })).toEqual([]);
});

test('an empty field is refused, in the words of the table if it has some', () => {
  expect(check({ name: ' ', phone: '', email: '\n', note: ' ', title: '\u200b', password: '', terms: false })).toEqual([
    ...['name', 'phone', 'email'].map((field) => ({ field, message: FIELD_EMPTY })),
    { field: 'title', message: 'A title is needed.' },
    { field: 'password', message: FIELD_EMPTY },
    { field: 'terms', message: 'Accept the terms.' },
  ]);
});

test.each(['\u3164', '\u2800', '\u200b\u2060', '\u00ad \u0301'])('an invisible name, %j, is none', (name) => {
  expect(check({ ...good, name })).toEqual([{ field: 'name', message: FIELD_EMPTY }]);
});

test('what is too long, or not text, is refused', () => {
  expect(check({ ...good, name: '123456' })).toEqual([
    { field: 'name', message: 'This is too long: 6 characters. The limit is 5.' },
  ]);
  expect(check({ ...good, name: 'a\nb' })[0]?.message).toContain('a line break');
  expect(check({ ...good, note: 'a\u0000b' })[0]?.message).toContain('U+0000');
});

test('one field alone is judged whatever is wrong with the others', () => {
  const values = { ...good, name: '', email: 'nobody' };
  expect(checkInSteps(values)).toEqual([{ field: 'name', message: FIELD_EMPTY }]);
  expect(checkInSteps(values, 'email')).toEqual([{ field: 'email', message: 'no address' }]);
  expect(checkInSteps(values, 'phone')).toEqual([]);
});

test('what the page adds itself is not checked, and a check knows the other fields', () => {
  const twice = {
    first: { kind: 'line', label: 'First' },
    second: { kind: 'choice', label: 'Second' },
    next: { kind: 'hidden', label: 'Next', optional: true },
  } as const satisfies FormTable;
  const differs = formCheck(twice, {
    kinds: { choice: { second: (value, _field, { first }) => (value === first ? 'the same again' : undefined) } },
  });
  expect(differs({ first: 'a', second: 'b', next: 'x'.repeat(99) + '\u0000' })).toEqual([]);
  expect(differs({ first: 'a', second: 'a' })).toEqual([{ field: 'second', message: 'the same again' }]);
});

test('two URLs, or two choices, each have their own check, and neither is forgotten', () => {
  const links = {
    profile: { kind: 'url', label: 'Profile' },
    portfolio: { kind: 'url', label: 'Portfolio' },
  } as const satisfies FormTable;
  const begins = (start: string) => (value: string) => (value.startsWith(start) ? undefined : `not at ${start}`);
  const url = { profile: begins('https://profiles'), portfolio: begins('https://') };
  const checkLinks = formCheck(links, { kinds: { url } });
  expect(checkLinks({ profile: 'https://profiles/ada', portfolio: 'https://ada' })).toEqual([]);
  expect(checkLinks({ profile: 'https://ada', portfolio: 'ada' })).toEqual([
    { field: 'profile', message: 'not at https://profiles' },
    { field: 'portfolio', message: 'not at https://' },
  ]);
  // @ts-expect-error -- which URLs the portfolio may have is not said
  formCheck(links, { kinds: { url: { profile: url.profile } } });
});

test('in steps: all that is empty, then the address, then the phone, then the rest', () => {
  const all = { ...good, name: '123456', phone: 'x', email: 'x', note: '123456789' };
  expect(fieldsOf(check(all))).toEqual(['name', 'phone', 'email', 'note']);
  expect(fieldsOf(checkInSteps({ ...all, title: '', password: '' }))).toEqual(['title', 'password']);
  expect(fieldsOf(checkInSteps(all))).toEqual(['email']);
  expect(fieldsOf(checkInSteps({ ...all, email: 'a@b' }))).toEqual(['phone']);
  expect(fieldsOf(checkInSteps({ ...all, email: 'a@b', phone: '1' }))).toEqual(['name', 'note']);
});

test('what is checked is what is stored, each field has one problem, and steps add none', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', '1', 'a@b', ' a@b ', '\u0000', '\ud800', '123456789'));
  const values = fc.record({
    name: text,
    phone: text,
    email: text,
    note: text,
    title: text,
    password: text,
    terms: fc.boolean(),
  });
  fc.assert(
    fc.property(values, (typed) => {
      const problems = check(typed);
      expect(check(trimForm(form, typed))).toEqual(problems);
      expect(new Set(fieldsOf(problems)).size).toBe(problems.length);
      const steps = checkInSteps(typed);
      expect(problems).toEqual(expect.arrayContaining(steps));
      expect(steps.length > 0).toBe(problems.length > 0);
    }),
  );
});
