import { describe, expect, test } from 'vitest';
import { contactForm } from './contact-form.ts';
import { checkContact } from './contact.ts';
import { INVALID_EMAIL } from '../email.ts';
import { FIELD_EMPTY } from '../form-check.ts';
import { trimForm } from '../form.ts';
import { INVALID_PHONE } from '../phone.ts';

const good = {
  fullName: 'Ada Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  subject: 'Obi Foods',
  message: 'We need a shop.\nCan you help?',
};

describe('contact checks', () => {
  test('a complete message can be sent', () => {
    expect(checkContact(good)).toEqual([]);
  });

  test('empty fields come first, each named, in the order of the form', () => {
    expect(checkContact({ ...good, subject: ' ', fullName: '', email: 'wrong' })).toEqual([
      { field: 'fullName', message: FIELD_EMPTY },
      { field: 'subject', message: FIELD_EMPTY },
    ]);
  });

  test('the e-mail is checked before the phone', () => {
    expect(checkContact({ ...good, email: 'ada@', phone: '1' })).toEqual([{ field: 'email', message: INVALID_EMAIL }]);
  });

  test.each([
    'ada',
    'ada@',
    'ada@example',
    'ada@example.com\r\nBcc: all@example.com',
    '\ud800@example.com',
    'a b@example.com',
    'x'.repeat(50_000),
  ])('e-mail %j is refused', (email) => {
    expect(checkContact({ ...good, email })).toEqual([{ field: 'email', message: INVALID_EMAIL }]);
  });

  test('an e-mail address may have 254 characters, as many as mail takes', () => {
    const longest = `${'a'.repeat(64)}@${`${'b'.repeat(63)}.`.repeat(2)}${'c'.repeat(57)}.com`;
    expect(longest).toHaveLength(254);
    expect(checkContact({ ...good, email: longest })).toEqual([]);
  });

  test('a number and an address are taken as phones and chat programs copy them', () => {
    const copied = { ...good, email: '\ufeffada@example.com\u200b ', phone: '\u202a+2348031234567\u202c' };
    expect(checkContact(copied)).toEqual([]);
    expect(trimForm(contactForm, copied)).toEqual({ ...good, phone: '+2348031234567' });
    expect(checkContact({ ...good, phone: '\u202a\u202c' })).toEqual([{ field: 'phone', message: FIELD_EMPTY }]);
  });

  test.each(['1', '0803123456', '+1 202 555 0143', '080312345678', 'phone'])('phone %j is refused', (phone) => {
    expect(checkContact({ ...good, phone })).toEqual([{ field: 'phone', message: INVALID_PHONE }]);
  });

  test.each(['08031234567', '8031234567', '2348031234567', '+2348031234567', ' 07012345678 '])(
    'phone %j is accepted',
    (phone) => {
      expect(checkContact({ ...good, phone })).toEqual([]);
    },
  );

  test('a field may be as long as its limit and no longer', () => {
    expect(checkContact({ ...good, message: 'x'.repeat(contactForm.message.max) })).toEqual([]);
    expect(checkContact({ ...good, message: 'x'.repeat(contactForm.message.max + 1) })).toMatchObject([
      { field: 'message' },
    ]);
  });

  test.each([
    ['fullName', 'Ada\r\nBcc: all@example.com'],
    ['subject', 'Obi\u0000Foods'],
    ['message', 'half a pair \ud800'],
    ['message', 'nul \u0000'],
  ] as const)('%s with characters that are not text is refused', (field, value) => {
    expect(checkContact({ ...good, [field]: value })).toMatchObject([{ field }]);
  });

  test('trimming keeps the space inside', () => {
    expect(trimForm(contactForm, { ...good, fullName: '  Ada  Obi\n' }).fullName).toBe('Ada  Obi');
  });
});
