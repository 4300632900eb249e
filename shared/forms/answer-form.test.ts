import { describe, expect, test } from 'vitest';
import { ApiError } from '../api-client/api.ts';
import { TRAP_FIELD, TRAPPED } from '../contracts/spam-trap.ts';
import { formCheck } from '../rules/form-check.ts';
import type { FormTable, FormValues } from '../rules/form.ts';
import { answerForm, seeOther } from './answer-form.ts';
import { ATTEMPT_FIELD } from './attempt-keys.ts';

const form = {
  name: { kind: 'line', label: 'Name' },
  password: { kind: 'password', label: 'Password' },
} as const satisfies FormTable;

const check = formCheck(form, { kinds: { password: () => undefined } });

/** What the page gets for a form, and what was sent to the API. */
async function answer(typed: Record<string, string>, { fail }: { fail?: Error } = {}) {
  const arrived = new FormData();
  for (const [name, value] of Object.entries(typed)) arrived.set(name, value);
  const sent: FormValues<typeof form>[] = [];
  const answered = await answerForm(arrived, {
    form,
    check,
    send: async (values) => {
      if (fail) throw fail;
      sent.push(values);
      return 7;
    },
    sent: (id) => seeOther(`/post/${id}`),
    otherwise: 'Try again.',
  });
  if (answered instanceof Response)
    return { sent, status: answered.status, location: answered.headers.get('location') };
  return { sent, status: answered.init?.status, page: answered.data };
}

const good = { name: ' Ada ', password: ' secret ' };

describe('a form without script', () => {
  test('is trimmed and sent, and the browser goes where it leads', async () => {
    expect(await answer(good)).toEqual({
      sent: [{ name: 'Ada', password: ' secret ' }],
      status: 303,
      location: '/post/7',
    });
  });

  test('is given back with what is wrong, as it was typed, but for passwords', async () => {
    expect(await answer({ name: ' ', password: 'secret' })).toEqual({
      sent: [],
      status: 422,
      page: {
        values: { name: ' ', password: '' },
        errors: { name: 'field must not be empty' },
        message: 'field must not be empty',
      },
    });
  });

  test('that a bot filled in is refused first of all, and not sent', async () => {
    const trapped = await answer({ ...good, [TRAP_FIELD]: 'https://pills.example' });
    expect(trapped).toEqual({
      sent: [],
      status: 422,
      page: { values: { name: ' Ada ', password: '' }, errors: {}, message: TRAPPED },
    });
  });

  test('goes where it leads with the cookies that the API has set', async () => {
    const headers = new Headers([
      ['set-cookie', 'session=abc; Path=/; HttpOnly'],
      ['set-cookie', 'device=def; Path=/, HttpOnly'],
      ['x-request-id', '7'],
    ]);
    const taken = await answerForm(new FormData(), {
      form: {},
      check: () => [],
      send: async () => new Response(null, { headers }),
      sent: (response) => seeOther('/account', response),
      otherwise: 'Try again.',
    });
    const answered = taken as Response;
    expect(answered.status).toBe(303);
    expect(answered.headers.get('location')).toBe('/account');
    expect(answered.headers.getSetCookie()).toEqual(headers.getSetCookie());
    expect(answered.headers.has('x-request-id')).toBe(false);
  });

  test('says which one it was where a page has several, and which problem the API named', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Gone',
      status: 410,
      detail: 'Too late.',
      code: 'link-expired',
    } as const;
    const answered = await answerForm(new FormData(), {
      form: {},
      name: 'deletion',
      check: () => [],
      send: () => Promise.reject(new ApiError(410, 'link-expired', 'gone', problem)),
      sent: () => seeOther('/login'),
      otherwise: 'Try again.',
    });
    const page = { name: 'deletion', values: {}, errors: {}, message: 'Too late.', code: 'link-expired' };
    expect(answered).toMatchObject({ data: page, init: { status: 410 } });
  });

  test('that did not arrive is given back', async () => {
    const away = await answer(good, { fail: new ApiError(0, 'api-unreachable', 'offline') });
    expect(away).toEqual({
      sent: [],
      status: 503,
      page: { values: { name: ' Ada ', password: '' }, errors: {}, message: 'Try again.', isUnsure: true },
    });
  });

  test('names the attempt whose outcome is unknown, and the next one with the same content has its key', async () => {
    const keys: (string | undefined)[] = [];
    const away = new ApiError(0, 'api-unreachable', 'offline');
    const busy = new ApiError(429, 'too-many-requests', 'busy');
    let field: string | undefined;
    const attempt = async (message: string, fail: Error, named = field) => {
      const arrived = new FormData();
      arrived.set('name', message);
      if (named !== undefined) arrived.set(ATTEMPT_FIELD, named);
      const answered = await answerForm(arrived, {
        form: { name: form.name },
        check: () => [],
        takesKey: true,
        send: async (_, key) => {
          keys.push(key);
          throw fail;
        },
        sent: () => seeOther('/'),
        otherwise: 'Try again.',
      });
      field = answered instanceof Response ? undefined : answered.data.attempt;
    };
    await attempt('Hello', busy);
    expect(field, 'it was refused').toBeUndefined();
    await attempt('Hello', away);
    await attempt('Hello ', busy);
    await attempt('Hello again', busy);
    await attempt('Hello', away);
    const [refused, first, again, changed, back] = keys;
    expect(first).toMatch(/^[\da-f]{32}$/);
    expect([again, back]).toEqual([first, first]);
    expect(new Set([refused, first, changed]).size).toBe(3);
    expect(field).toMatch(new RegExp(`^${first}\\.`));

    const [, digest] = field!.split('.');
    for (const odd of ['', 'x', first!, `.${digest}`, `${first}\r\nx: y.${digest}`, `${field}0`, `${field}\n`]) {
      await attempt('Hello', busy, odd);
      expect(keys.at(-1), odd).toMatch(/^[\da-f]{32}$/);
      expect(keys.at(-1), odd).not.toBe(first);
      expect(field, 'nothing of it comes back').toBeUndefined();
    }
  });

  test('does not hide a programming error', async () => {
    await expect(answer(good, { fail: new TypeError('x is undefined') })).rejects.toThrow('x is undefined');
  });
});
