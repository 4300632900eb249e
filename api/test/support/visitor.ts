/** A visitor's browser, as far as the API sees it: it keeps cookies and says which page it comes from. */
import { readFileSync } from 'node:fs';
import { accountCalls, accountLinks } from 'shared/contracts/account';
import type { Problem } from 'shared/contracts/problem';
import { expect } from 'vitest';
import { mailedToken } from '../../src/mail/mailed-token.ts';
import { PUBLIC_URL, SECRET, type TestApi } from './api.ts';

const policy = new URL('../../../mf-marketing/src/content/legal/cookies.md', import.meta.url);
/** Names of the cookies that the site's cookie policy lists. */
const toldCookies = [...readFileSync(policy, 'utf8').matchAll(/^\|([^|]+)\| cookie \|/gm)].flatMap(([, names]) =>
  [...names!.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
);

export interface TestVisitor {
  /** By name, without attributes. */
  cookies: Map<string, string>;
  /** `Set-Cookie` headers as they came. */
  received: string[];
  get: (path: string, headers?: Record<string, string>) => Promise<Response>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;
  /** PUT with a body, DELETE without. */
  change: (
    method: 'PUT' | 'DELETE',
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) => Promise<Response>;
  /** Sends the header's log-out form. */
  logout: () => Promise<Response>;
}

export function visit(api: TestApi, client?: string): TestVisitor {
  const cookies = new Map<string, string>();
  const received: string[] = [];
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await api.fetch(path, {
      ...init,
      redirect: 'manual',
      ...(client ? { client } : {}),
      headers: { ...(cookie ? { cookie } : {}), ...(init.headers as Record<string, string> | undefined) },
    });
    for (const line of response.headers.getSetCookie()) {
      received.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0(;|$)/i.test(line)) cookies.delete(name);
      else {
        expect(toldCookies, 'what the cookie policy lists').toContain(name);
        cookies.set(name, value);
      }
    }
    return response;
  };
  return {
    cookies,
    received,
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, body = {}, headers = {}) =>
      send(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { origin: PUBLIC_URL, 'content-type': 'application/json', ...headers },
      }),
    change: (method, path, headers, body) =>
      send(path, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        headers: {
          origin: PUBLIC_URL,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      }),
    logout: () =>
      send(accountLinks.logout, {
        method: 'POST',
        body: '',
        headers: { origin: PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
      }),
  };
}

let emails = 0;

/** An email address that nobody else has in this file's tests. */
export const newEmail = () => `person${(emails += 1)}@example.com`;

/** What the API says when it refuses. */
export const problemOf = async (response: Response) => (await response.json()) as Problem;

export const goodPassword = 'three green looms';

/** What a form of the register page sends. */
export const registrationOf = (email: string, password = goodPassword) => ({
  username: 'Ada Obi',
  email,
  password,
  term: true,
});

/**
 * Registers, opens the mailed link and confirms.
 * @param ref code of a referral link
 * @returns the visitor, not logged in
 */
export async function confirmedVisitor(api: TestApi, email: string, ref?: string): Promise<TestVisitor> {
  const visitor = visit(api);
  const registered = await visitor.post(accountCalls.register, { ...registrationOf(email), ...(ref ? { ref } : {}) });
  if (!registered.ok) throw new Error(`${email} was not registered: ${await registered.text()}`);
  await visitor.get(await mailedLink(api, email));
  const response = await visitor.post(accountCalls.confirm);
  if (!response.ok) throw new Error(`${email} was not confirmed: ${await response.text()}`);
  return visitor;
}

/** The same, and logs in. */
export async function memberOf(api: TestApi, email: string, ref?: string): Promise<TestVisitor> {
  const visitor = await confirmedVisitor(api, email, ref);
  const loggedIn = await visitor.post(accountCalls.login, { email, password: goodPassword });
  if (!loggedIn.ok) throw new Error(`${email} was not logged in: ${await loggedIn.text()}`);
  return visitor;
}

/** The mails to an address, newest first. */
export async function mailsTo(api: TestApi, email: string) {
  return await api.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', email)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Path and query of the links in the mails to an address, as they are sent, newest first. */
export async function mailedLinks(api: TestApi, email: string, origin = PUBLIC_URL): Promise<string[]> {
  const texts = (await mailsTo(api, email)).map(({ id, text }) => text.replace('{token}', mailedToken(SECRET, id)));
  return texts.flatMap((text) => /^http\S+token=\S+$/m.exec(text)?.[0].slice(origin.length) ?? []);
}

/** Where a mailed link leads, without the account's part. */
export function pageOf(opened: Response): string | undefined {
  return opened.headers.get('location')?.replace(/([?&]account)=[^&]+/, '$1=…');
}

/** The newest one. */
export async function mailedLink(api: TestApi, email: string, origin = PUBLIC_URL): Promise<string> {
  const [link] = await mailedLinks(api, email, origin);
  if (link === undefined) throw new Error(`No link was mailed to ${email}.`);
  return link;
}
