/** The API's routes by its own description, so that none is forgotten, and what a good request to each is. */
import { Webhook } from 'standardwebhooks';
import { accountCalls, accountLinks } from '../../../shared/contracts/account.ts';
import { postCalls } from '../../../shared/contracts/posts.ts';
import { PAYMENT_REFUNDED, PAYMENT_SUCCEEDED, paymentEventsCall } from '../../../shared/contracts/payments.ts';
import type { Headers } from './request.ts';

export interface Route {
  method: string;
  /** As in the description: `/api/blogs/posts/{id}`. */
  path: string;
  /** Names of the parameters in the path, in the query and in its own headers. */
  parameters: { in: 'path' | 'query' | 'header'; name: string }[];
  body: 'json' | 'multipart' | 'form' | 'bytes' | 'none';
  /** A body that is accepted, or refused for its content alone. */
  sample: Record<string, unknown>;
  /** What else a request needs. */
  headers: (body: Buffer) => Headers;
  /** Whether it is sent as a member: not where the session would end. */
  asMember: boolean;
}

interface Description {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Route['parameters'];
        requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> };
      }
    >
  >;
}

/** A value for each name of a field. A field that is new and not here is sent as a short text. */
export const values: Readonly<Record<string, unknown>> = {
  fullName: 'Ada Obi',
  firstName: 'Ada',
  lastName: 'Obi',
  username: 'Ada Obi',
  author: 'Ada Obi',
  email: 'odd@example.com',
  phone: '08031234567',
  subject: 'Obi Foods',
  message: 'We need a shop.',
  role: 'flutter-developer',
  linkedin: 'https://linkedin.com/in/ada',
  about: 'Hello',
  cv: '%PDF-1.4',
  title: 'An odd title',
  content: 'Some odd content',
  token: 'a-token',
  // Wrong where it matters: no account is deleted, no session ended.
  password: 'three odd looms',
  current: 'not the password',
  term: true,
  ref: 'NOBODYHASIT',
  next: '/blogs',
  id: 'no-session',
  use: 'payments',
};

const eventData = { email: 'odd@example.com', amount: 5_000_000, currency: 'NGN', payment: 'no-payment' };

/** What the description does not say. */
const special: Record<string, Partial<Route>> = {
  [`POST ${accountLinks.logout}`]: {
    asMember: false,
    headers: () => ({ 'content-type': 'application/x-www-form-urlencoded' }),
  },
  [`POST ${accountCalls.endOtherSessions}`]: { asMember: false },
  [`POST ${postCalls.images}`]: { body: 'bytes', headers: () => ({ 'content-type': 'image/png' }) },
};

/** @param paymentsSecret signs events, so that what is odd in them is read at all */
export function routesFrom(description: unknown, paymentsSecret: string): Route[] {
  const routes = Object.entries((description as Description).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody }]): Route => {
      const method = name.toUpperCase();
      const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
      const fields = Object.keys(content?.schema.properties ?? {});
      return {
        method,
        path,
        parameters,
        body: type === undefined ? 'none' : type.startsWith('multipart') ? 'multipart' : 'json',
        sample: Object.fromEntries(fields.map((field) => [field, values[field] ?? 'odd'])),
        headers: () => ({ 'content-type': 'application/json' }),
        asMember: true,
        ...special[`${method} ${path}`],
      };
    }),
  );
  const isEvents = ({ path }: Route) => path === paymentEventsCall;
  const events = [PAYMENT_SUCCEEDED, PAYMENT_REFUNDED].map((type) => ({
    type,
    timestamp: new Date().toISOString(),
    data: eventData,
  }));
  return routes.flatMap((route) =>
    isEvents(route)
      ? events.map(
          (sample): Route => ({ ...route, body: 'json', sample, headers: (body) => signed(body, paymentsSecret) }),
        )
      : [route],
  );
}

let events = 0;

function signed(body: Buffer, secret: string): Headers {
  const [id, now] = [`odd-event-${(events += 1)}`, new Date()];
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body.toString()),
  };
}
