import { describe, expect, test } from 'vitest';
import { resultNotice } from './result-notice.ts';

describe('what the URL says about a form that was sent without script', () => {
  const said = (query: string) => resultNotice(new URLSearchParams(query))?.text;

  test('is put into words', () => {
    const notice = resultNotice(new URLSearchParams('refused=validation-failed&fields=email,cv'));
    expect(notice?.text).toContain('Something in it needs another look.');
    expect(notice?.wrong).toEqual([
      { id: 'apply-email', label: 'Email' },
      { id: 'apply-cv', label: 'Resume / CV' },
    ]);
    expect(said('')).toBeUndefined();
  });

  test('is the reference of what has arrived', () => {
    const notice = resultNotice(new URLSearchParams('received=0f5cb9b2-7d30-4a7e-9c5f-3b1d0a2e4c68'));
    expect(notice).toEqual({ kind: 'success', text: '3M52-WK38', wrong: [] });
  });

  test.each(['', 'x', '-'.repeat(36), 'a'.repeat(36), '0f5cb9b2-7d30-4a7e-9c5f-3b1d0a2e4c6-'])(
    '%j is the id of no application',
    (id) => expect(said(`received=${id}`)).toBeUndefined(),
  );

  test.each(['internal-error', 'outcome-unknown'])('%s is not said to be a refusal', (code) => {
    expect(said(`refused=${code}&fields=`)).toMatch(/^We do not know whether your application has arrived\./);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'no-such-code'])(
    '%s is no reason, and no field',
    (name) => {
      expect(said(`refused=${name}&fields=${name}`)).toBe(
        'Your application was not sent. Something went wrong on the way. Use your browser’s Back button to return to what you typed, then send it again.',
      );
    },
  );
});
