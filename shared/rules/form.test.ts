import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { applicationForm, type Application } from './careers/application-form.ts';
import { contactForm, type ContactMessage } from './contact/contact-form.ts';
import { readForm, trimForm, valueFields, type FormTable, type FormValues } from './form.ts';
import { postForm, type NewPost } from './posts/post-form.ts';

const sample = {
  name: { kind: 'line', label: 'Name' },
  note: { kind: 'text', label: 'Note', optional: true, asTyped: true },
  password: { kind: 'password', label: 'Password' },
  terms: { kind: 'checkbox', label: 'Terms' },
  photo: { kind: 'file', label: 'Photo' },
} as const satisfies FormTable;

test('the values of a form follow from its table', () => {
  expectTypeOf<FormValues<typeof sample>>().toEqualTypeOf<{
    name: string;
    note: string;
    password: string;
    terms: boolean;
  }>();
  expectTypeOf<ContactMessage>().toEqualTypeOf<
    Record<'fullName' | 'email' | 'phone' | 'subject' | 'message', string>
  >();
  expectTypeOf<Application>().not.toHaveProperty('cv');
  expectTypeOf<{ title: string; content: string }>().toExtend<NewPost>();
  expectTypeOf<{ title: string }>().not.toExtend<NewPost>();
  expect(valueFields(applicationForm)).toEqual([
    'role',
    'firstName',
    'lastName',
    'email',
    'phone',
    'linkedin',
    'about',
  ]);
});

describe('reading', () => {
  const texts = fc.record(
    { name: fc.string({ unit: 'grapheme' }), note: fc.string(), password: fc.string() },
    { requiredKeys: [] },
  );

  test('a form reads the same however it arrived, and only its fields are read', () => {
    fc.assert(
      fc.property(texts, (typed) => {
        const sent = Object.entries({ ...typed, stranger: 'x', __proto__: 'y' }) as [string, string][];
        const form = new FormData();
        for (const [name, value] of sent) form.set(name, value);
        const values = readForm(sample, form);
        expect(Object.keys(values)).toEqual(['name', 'note', 'password', 'terms']);
        expect(readForm(sample, new Map(sent))).toEqual(values);
        const inLines = Object.entries(typed).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]);
        expect(values).toMatchObject({ name: '', terms: false, ...Object.fromEntries(inLines) });
      }),
    );
    const query = new URLSearchParams({ name: 'Ada & Obi', terms: 'on' });
    expect(readForm(sample, query)).toEqual({ name: 'Ada & Obi', note: '', password: '', terms: true });
  });

  test('a missing field is empty, and so is a file in the place of a text', () => {
    const form = new FormData();
    form.set('name', new File(['Ada'], 'name.txt'));
    form.set('constructor', 'x');
    expect(readForm(sample, form)).toEqual({ name: '', note: '', password: '', terms: false });
  });

  test('line breaks of browsers are single characters', () => {
    expect(readForm(sample, new Map([['note', 'one\r\ntwo\n\r\nthree']])).note).toBe('one\ntwo\n\nthree');
  });
});

describe('trimming', () => {
  test('goes around what was typed, but not where space belongs to it', () => {
    const typed = { name: ' Ada  Obi\n', note: ' indented', password: ' 8 spaces ', terms: true };
    expect(trimForm(sample, typed)).toEqual({ ...typed, name: 'Ada  Obi' });
  });

  test('leaves nothing to trim, and only the fields of the table', () => {
    const message = fc.record({
      fullName: fc.string(),
      email: fc.string(),
      phone: fc.string(),
      subject: fc.string(),
      message: fc.string(),
    });
    fc.assert(
      fc.property(message, (values) => {
        const once = trimForm(contactForm, { ...values, stranger: 'x' } as ContactMessage);
        expect(Object.keys(once)).toEqual(Object.keys(contactForm));
        expect(trimForm(contactForm, once)).toEqual(once);
        for (const value of Object.values(once)) expect(value).toBe(value.trim());
      }),
    );
  });

  test('an optional field that was not sent is empty', () => {
    expect(trimForm(postForm, { title: ' T ', content: ' c ' })).toEqual({ title: 'T', content: ' c ', author: '' });
  });
});
