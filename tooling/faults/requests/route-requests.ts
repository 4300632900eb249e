/** Odd requests to a route: each field of its body, query, path and headers, in every kind. */
import { formBodies, urlEncoded } from './form-bodies.ts';
import { imageBodies } from './image-bodies.ts';
import { jsonBodies } from './json-bodies.ts';
import { BOUNDARY, multipart, multipartBodies, partsOf } from './multipart-bodies.ts';
import { oddHeaders, oddMethods, oddQueries, oddSegments, oddTypes } from './odd-values.ts';
import type { Odd } from './odd.ts';
import { message, type OddRequest, type Target, type Usual } from './request.ts';
import type { Route } from './routes.ts';

export function requestsTo(routes: Route[], to: Target): OddRequest[] {
  return routes.flatMap((route) =>
    [...bodies(route), ...parameters(route), ...headers(route), ...lines(route)].map((odd) =>
      requestOf(route, odd, to),
    ),
  );
}

let sent = 0;

function requestOf(
  route: Route,
  { kind, name, method = route.method, target = targetOf(route), headers, body, unfinished }: Odd,
  to: Target,
): OddRequest {
  const bytes = (usual: Usual) => {
    const content = fresh(body ?? (route.method === 'GET' ? undefined : goodBody(route)));
    const cookie = route.asMember ? { cookie: usual.session } : {};
    return message(usual, {
      method,
      target,
      headers: {
        ...(content ? route.headers(content) : {}),
        ...(route.body === 'multipart' ? { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } : {}),
        ...cookie,
        ...headers,
      },
      ...(content ? { body: content } : {}),
    });
  };
  return { kind, name, route: `${route.method} ${route.path}`, to, bytes, ...(unfinished ? { unfinished } : {}) };
}

/** Every request is about another email, so that limits for one mailbox hide nothing. */
function fresh(body: string | Buffer | undefined): Buffer | undefined {
  if (body === undefined) return undefined;
  const bytes = Buffer.from(body);
  const found = bytes.indexOf('odd@example.com');
  return found < 0
    ? bytes
    : Buffer.concat([
        bytes.subarray(0, found),
        Buffer.from(`odd${(sent += 1)}@example.com`),
        bytes.subarray(found + 'odd@example.com'.length),
      ]);
}

const targetOf = ({ path }: Route, id = '1'): string => path.replace(/\{\w+\}/, () => id);

function goodBody(route: Route): Buffer | undefined {
  if (route.body === 'multipart') return multipart(partsOf(route.sample));
  if (route.body === 'form') return Buffer.from(urlEncoded(route.sample));
  if (route.body === 'bytes') return Buffer.from('\u0089PNG\r\n\u001a\n and no more', 'latin1');
  return Buffer.from(JSON.stringify(route.sample));
}

function bodies(route: Route): Odd[] {
  if (route.method === 'GET') return [];
  if (route.body === 'multipart') return multipartBodies(route);
  if (route.body === 'form') return formBodies(route);
  return route.body === 'bytes' ? imageBodies() : jsonBodies(route);
}

function parameters(route: Route): Odd[] {
  const inPath = route.parameters
    .filter((parameter) => parameter.in === 'path')
    .flatMap(() =>
      Object.entries(oddSegments).flatMap(([kind, values]) =>
        values.map((value): Odd => ({ kind, name: `the id is ${value.slice(0, 60)}`, target: targetOf(route, value) })),
      ),
    );
  const named = route.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const inQuery = (named.length > 0 ? named : ['x']).flatMap((name) =>
    oddQueries(name).map(
      ([kind, query]): Odd => ({ kind, name: `?${query.slice(0, 60)}`, target: `${targetOf(route)}?${query}` }),
    ),
  );
  return [...inPath, ...inQuery];
}

function headers(route: Route): Odd[] {
  const values = Object.entries(oddHeaders).flatMap(([name, all]) =>
    all.map(
      (value): Odd => ({
        kind: `header ${name}`,
        name: `${name}: ${String(value).slice(0, 60)}`,
        headers: { [name]: value as string },
      }),
    ),
  );
  const types = oddTypes.map(
    (type): Odd => ({
      kind: 'header content-type',
      name: `content-type: ${String(type).slice(0, 60)}`,
      headers: { 'content-type': type },
      body: goodBody(route) ?? '{}',
    }),
  );
  return [...values, ...(route.method === 'GET' ? types.slice(0, 6) : types)];
}

/** What is odd about the request as such. */
function lines(route: Route): Odd[] {
  const body = goodBody(route) ?? Buffer.from('{}');
  const [length, half] = [String(body.length), body.subarray(0, body.length / 2)];
  const chunked = (text: string): Odd => ({
    kind: 'chunks',
    name: text.slice(0, 40),
    headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
    body: text,
  });
  return [
    ...oddMethods
      .filter((method) => method !== route.method)
      .map((method): Odd => ({ kind: 'method', name: method, method })),
    { kind: 'cut off', name: 'half of the body', headers: { 'content-length': length }, body: half, unfinished: true },
    {
      kind: 'cut off',
      name: 'no body although a length is said',
      headers: { 'content-length': '100' },
      body: '',
      unfinished: true,
    },
    // The body of a form without fields is empty, so something is added to it.
    {
      kind: 'cut off',
      name: 'more than the length',
      headers: { 'content-length': '2' },
      body: Buffer.concat([body, Buffer.from('more')]),
    },
    {
      kind: 'conflicting lengths',
      name: 'two lengths',
      headers: { 'content-length': [length, '3'] },
      body,
      unfinished: true,
    },
    {
      kind: 'conflicting lengths',
      name: 'the same length twice',
      headers: { 'content-length': [length, length] },
      body,
      unfinished: true,
    },
    {
      kind: 'conflicting lengths',
      name: 'length and chunks',
      headers: { 'content-length': length, 'transfer-encoding': 'chunked' },
      body,
      unfinished: true,
    },
    ...['-1', '1e3', '0x10', '9'.repeat(30), '', ' 1 2', '+2', '\u00ff'].map(
      (wrong): Odd => ({
        kind: 'conflicting lengths',
        name: `content-length: ${wrong}`,
        headers: { 'content-length': wrong },
        body,
        unfinished: true,
      }),
    ),
    chunked('2\r\n{}\r\n0\r\n\r\n'),
    { ...chunked('ZZ\r\n{}\r\n'), unfinished: true },
    { ...chunked('-2\r\n{}\r\n0\r\n\r\n'), unfinished: true },
    { ...chunked('FFFFFFFFFFFFFFFFF\r\n{}\r\n'), unfinished: true },
    { ...chunked('2;x=y;"\r\n{}\r\n0\r\nX: 1\r\n\r\n'), unfinished: true },
    { ...chunked('5\r\n{}\r\n0\r\n\r\n'), unfinished: true },
    {
      kind: 'chunks',
      name: 'transfer-encoding: gzip, chunked',
      headers: { 'content-length': undefined, 'transfer-encoding': 'gzip, chunked' },
      body: '2\r\n{}\r\n0\r\n\r\n',
      unfinished: true,
    },
    {
      kind: 'chunks',
      name: 'transfer-encoding: x',
      headers: { 'content-length': undefined, 'transfer-encoding': 'x' },
      body: '{}',
      unfinished: true,
    },
    { kind: 'expect', name: '100-continue', headers: { expect: '100-continue' }, body },
    {
      kind: 'expect',
      name: '100-continue, and the body never comes',
      headers: { expect: '100-continue', 'content-length': '100' },
      body: '',
      unfinished: true,
    },
    { kind: 'expect', name: 'something else', headers: { expect: '200-ok' }, body },
    { kind: 'target', name: 'absolute form', target: `http://site.example${targetOf(route)}` },
    {
      kind: 'target',
      name: 'absolute form with an invalid port',
      target: `http://site.example:99999${targetOf(route)}`,
    },
    { kind: 'target', name: 'a fragment', target: `${targetOf(route)}#x` },
    { kind: 'target', name: 'a slash at the end', target: `${targetOf(route)}/` },
    { kind: 'target', name: 'two slashes at the beginning', target: `/${targetOf(route)}` },
    {
      kind: 'target',
      name: 'percent-encoded',
      target: targetOf(route).replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    },
    { kind: 'target', name: 'in capitals', target: targetOf(route).toUpperCase() },
    { kind: 'host', name: 'none', headers: { host: undefined } },
    { kind: 'host', name: 'two', headers: { host: ['a.example', 'b.example'] } },
    ...['', 'a b', '\u00ff', '[::1', 'x'.repeat(3_000), 'a.example:99999', '..', 'a@b'].map(
      (host): Odd => ({ kind: 'host', name: host.slice(0, 40), headers: { host } }),
    ),
  ];
}
