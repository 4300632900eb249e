import { describe, expect, test } from 'vitest';
import { applicationForm, type Application } from './application-form.ts';
import { checkApplication, checkCv, INVALID_ROLE } from './application.ts';
import { CV_BAD_NAME, CV_EMPTY, CV_TOO_LARGE, CV_WRONG_TYPE } from './cv.ts';
import { INVALID_EMAIL } from '../email.ts';
import { FIELD_EMPTY } from '../form-check.ts';
import { trimForm, valueFields } from '../form.ts';
import { CV_MAX_BYTES } from '../limits.ts';
import { INVALID_PHONE } from '../phone.ts';

const good: Application = {
  role: 'flutter-developer',
  firstName: 'Ada',
  lastName: 'Obi',
  email: 'ada@example.com',
  phone: '08031234567',
  linkedin: '',
  about: '',
};

describe('text fields', () => {
  test('only LinkedIn and the free text may be empty', () => {
    expect(checkApplication(good)).toEqual([]);
    const empty = Object.fromEntries(valueFields(applicationForm).map((field) => [field, ' '])) as Application;
    expect(checkApplication(empty)).toEqual(
      ['role', 'firstName', 'lastName', 'email', 'phone'].map((field) => ({ field, message: FIELD_EMPTY })),
    );
  });

  test.each([
    ['role', 'designer', INVALID_ROLE],
    ['email', 'ada@', INVALID_EMAIL],
    ['phone', '0803', INVALID_PHONE],
  ])('%s %j is refused', (field, value, message) => {
    expect(checkApplication({ ...good, [field]: value })).toEqual([{ field, message }]);
  });

  test.each([
    'https://linkedin.com/in/ada',
    'https://www.linkedin.com/in/ada?x=1',
    'HTTPS://ng.linkedin.com/in/ada',
    ' https://linkedin.com ',
  ])('LinkedIn %j is taken', (linkedin) => expect(checkApplication({ ...good, linkedin })).toEqual([]));

  test.each([
    'linkedin.com/in/ada',
    'http://linkedin.com/in/ada',
    'https://linkedin.com.evil.test/in/ada',
    'https://evil.test/linkedin.com',
    'https://notlinkedin.com/in/ada',
    'https://linkedin.com@evil.test/',
    String.raw`https://linkedin.com\@evil.test/`,
    'https://ada:x@linkedin.com/',
    'https://linkedin.com:8443/',
    'javascript:https://linkedin.com',
    'javascript://linkedin.com/?https://linkedin.com',
    'https:linkedin.com',
    'https://link\tedin.com',
    'https://linkedin.com/in/ada obi',
    'https://',
    'https://[linkedin.com',
  ])('LinkedIn %j is refused', (linkedin) => {
    expect(checkApplication({ ...good, linkedin })[0]?.message).toMatch(/^This (must|contains)/);
  });

  test('what is too long or not text is refused', () => {
    expect(checkApplication({ ...good, about: 'x'.repeat(5_000) })).toEqual([]);
    expect(checkApplication({ ...good, about: 'x'.repeat(5_001) })[0]?.message).toContain('The limit is 5000.');
    expect(checkApplication({ ...good, about: 'two\nlines' })).toEqual([]);
    for (const firstName of ['a\u0000', 'a\r\nBcc: all@example.com', '\ud800']) {
      expect(checkApplication({ ...good, firstName })[0]?.message).toMatch(/ \(U\+[0-9A-F]{4}, a(t|fter) /);
    }
    expect(checkApplication({ ...good, linkedin: `https://linkedin.com/${'x'.repeat(300)}` })[0]?.message).toContain(
      'The limit is 300.',
    );
  });

  test('what is stored is trimmed', () =>
    expect(trimForm(applicationForm, { ...good, lastName: ' Obi ' })).toEqual(good));
});

describe('the CV', () => {
  const refusal = (name: string, size = 1) => checkCv({ name, size })[0]?.message;

  test.each(['cv.pdf', 'CV.PDF', 'my.cv.docx', 'Lebenslauf Ọbi.docx', `${'x'.repeat(251)}.pdf`])(
    '%j can be sent',
    (name) => {
      expect(checkCv({ name, size: CV_MAX_BYTES })).toEqual([]);
    },
  );

  test('missing, empty, too large and of another kind', () => {
    expect(checkCv(undefined)[0]?.message).toBe(FIELD_EMPTY);
    expect(checkCv({ name: '', size: 0 })[0]?.message).toBe(FIELD_EMPTY);
    expect(refusal('cv.pdf', 0)).toBe(CV_EMPTY);
    expect(refusal('cv.pdf', CV_MAX_BYTES + 1)).toBe(CV_TOO_LARGE);
    for (const name of ['cv', 'cv.doc', 'cv.docm', 'cv.pdf.exe', '.zip']) expect(refusal(name)).toBe(CV_WRONG_TYPE);
  });

  test.each(['../cv.pdf', '/etc/cv.pdf', String.raw`..\cv.pdf`, 'cv\u0000.pdf', `${'x'.repeat(252)}.pdf`])(
    'the name %j is refused',
    (name) => {
      expect(refusal(name)).toBe(CV_BAD_NAME);
    },
  );
});
