import { expect, test } from 'vitest';
import { draftOf } from './draft.ts';

test('what was typed is read as it was kept', () => {
  const draft = { asked: 'flutter-developer', values: { role: 'react-developer', firstName: 'Ada', about: '' } };
  expect(draftOf(JSON.stringify(draft))).toEqual(draft);
});

test.each([null, '', '{', 'null', '5', '"x"', '[]', '{}', '{"values":null}', '{"values":"x"}', '{"asked":"x"}'])(
  '%j is no draft',
  (text) => {
    expect(draftOf(text)).toBeUndefined();
  },
);

test('objects in place of text, unknown fields and unknown roles are left out', () => {
  const values = { firstName: { a: 1 }, lastName: ['x'], email: null, phone: 7, role: 'pilot', cv: 'x', about: 'Here' };
  expect(draftOf(JSON.stringify({ asked: { a: 1 }, values }))).toEqual({ asked: '', values: { about: 'Here' } });
});
