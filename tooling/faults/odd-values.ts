/** Values that nobody means, by kind. */

/** Texts, for every place that takes one. */
export const oddTexts: Record<string, readonly string[]> = {
  empty: ['', ' ', '\t', '\u00a0', '\u200b'],
  huge: ['x'.repeat(3_000), '😀'.repeat(1_500), '.'.repeat(2_100), '@'.repeat(300), `${'a.'.repeat(150)}@example.com`],
  'U+0000': ['\u0000', 'ada\u0000obi', 'ada@example.com\u0000', '\u0000\u0000\u0000'],
  'half a surrogate pair': ['\ud800', 'ada\udfff', '\udfff\ud800', 'a\ud83d@example.com'],
  'controls and separators': ['\u001b[31m', '\u0085', '\u009b31m', '\u007f', '\u2028', '\u2029', 'Ada\r\nBcc: all@example.com', '\ufffe\uffff', '\u{10ffff}'],
  'direction of writing': ['\u202e', 'Ada\u202eibO', '\u2066Ada\u2069', '\u200f', '\u061c'],
  'names of objects': ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '__defineGetter__'],
  'numbers at the edges': ['1e309', '-0', '-1', '9007199254740992', '9007199254740993', '99999999999999999999', '0x10', '1e3', 'NaN', 'Infinity', '２', '1.5', ' 1', '2147483648'],
  'other languages': ["' or 1=1 --", '"; drop table posts; --', '<script>alert(1)</script>', '${{7*7}}', '{{7*7}}', '../../etc/passwd', '%00', '%', '%ff', 'ﬀ@example.com', 'İ@example.com', '$ne', 'e\u0301\u0301\u0301'],
};

/** The kind of values that are bytes as they stand, one for each character; all others are text. */
export const BYTES = 'bytes that are not UTF-8';

/** Values of a field, as JSON is written. */
export const oddJson: readonly (readonly [kind: string, value: string])[] = Object.entries({
  null: ['null'],
  'wrong type': ['0', '1', '-1', 'true', 'false', '{}', '{"toString":1}', '{"length":5}', '{"$ne":null}', '{"then":1}'],
  'list for a value': ['[]', '["text"]', '[null]', '["a","b"]', '[[[[]]]]'],
  'very huge': [`"${'x'.repeat(70_000)}"`, `"${'\\u0041'.repeat(50_000)}"`, `"${'😀'.repeat(60_000)}"`],
  'names of objects': ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}', '{"__proto__":null}'],
  'deep nesting': [`${'['.repeat(4_000)}${']'.repeat(4_000)}`, `${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`],
  'numbers at the edges': ['1e309', '-1e309', '-0', '1E-400', '0.1', '9007199254740992', '9007199254740993', '-9223372036854775809', '123456789012345678901234567890'],
  [BYTES]: ['"a\u00ffb"', '"\u00c0\u00af"', '"\u00ed\u00a0\u0080"', '"\u00f8\u0088\u0080\u0080\u0080"', '"a\u0000b"', '"\u0001"'],
})
  .flatMap(([kind, values]) => values.map((value) => [kind, value] as const))
  .concat(Object.entries(oddTexts).flatMap(([kind, values]) => values.map((value) => [kind, JSON.stringify(value)] as const)));

/** What stands in an address where a parameter is meant. As it is sent. */
export const oddSegments: Record<string, readonly string[]> = {
  'percent-encoding': ['%00', '1%00', '%', '%f', '%ff', '%zz', '%0A', '%0d%0aX:1', '%2e%2e', '..%2f..%2fetc', '%c0%af', '%ed%a0%80', '%25', '%2500', '%u0041', '%F0%9F', '%E2%80%AE', '%C2%85'],
  'path tricks': ['.', '..', '...', '1;x=1', '1/', '//', '1//2', '\\', '1.json', '~', '@', ':id', '{id}', '*', '(', '[', '|', '^'],
  'numbers at the edges': ['0', '-0', '-1', '1e3', '1.0', '01', '2147483648', '9007199254740993', '9'.repeat(400), 'NaN'],
  'names of objects': ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'undefined', 'null', 'true'],
  [BYTES]: ['\u00ff', '\u00e2\u0080', '\u0001', '\u007f', '\t'],
  huge: ['x'.repeat(600), 'x'.repeat(5_000), 'a/'.repeat(500)],
};

/** Values of a query's parameter, as they are sent. */
const oddQueryValues: Record<string, readonly string[]> = {
  empty: ['', '+', '%20'],
  huge: ['x'.repeat(3_000), '%41'.repeat(2_000), 'x+'.repeat(2_000)],
  'percent-encoding': oddSegments['percent-encoding']!,
  'names of objects': ['__proto__', 'constructor', 'toString'],
  'numbers at the edges': ['0', '-1', '1e309', '9007199254740993', '999999999', '9'.repeat(50), '1.5', 'NaN', '0x1'],
  'controls and separators': ['%1b%5b31m', '%7f', '%E2%80%A8', '%0d%0aSet-Cookie:x=1'],
  'direction of writing': ['%E2%80%AE', '%E2%80%8F'],
  'other languages': ["'or'1'='1", '%22', '%3Cscript%3E', '*', 'a*b', 'a:b', '(a OR b)', 'NEAR(a)', '"a', '^a', '-a', '%', 'a & b | !c', "a':*"],
};

/** Whole queries, with a parameter's name or without. Kind and query, without the question mark. */
export function oddQueries(name: string): [kind: string, query: string][] {
  const values = Object.entries(oddQueryValues).flatMap(([kind, all]) => all.map((value): [string, string] => [kind, `${name}=${value}`]));
  return [
    ...values,
    ['list for a value', `${name}=a&${name}=b`],
    ['list for a value', `${name}[]=a&${name}[]=b`],
    ['list for a value', `${name}[a]=b&${name}[__proto__]=c`],
    ['missing', name],
    ['missing', `=${name}`],
    ['malformed query', `${name}==&&&=&`],
    ['malformed query', `?${name}=1?${name}=2#${name}`],
    ['malformed query', Array.from({ length: 900 }, (_, n) => `${name}${n}=1`).join('&')],
    ['names of objects', '__proto__=1&__proto__[x]=1&constructor[prototype][x]=1&toString=1'],
    [BYTES, `${name}=\u00ff\u00c0\u00af`],
  ];
}

/** Header lines that mean nothing, or too much, by name. */
export const oddHeaders: Record<string, readonly (string | readonly string[])[]> = {
  'if-none-match': ['*', '', '"', 'W/', 'W/"', ',,,,', '"a", '.repeat(800), 'W/"x"'.repeat(500), '\u00ff\u00fe', '\u0001'],
  'if-modified-since': ['yesterday', 'Thu, 01 Jan 0000 00:00:00 GMT', '1e309'],
  'idempotency-key': ['', ' ', 'x'.repeat(256), 'x'.repeat(8_000), '\u00ff', 'a\tb', '__proto__', '"quoted"', ['a', 'b']],
  cookie: ['session=%00', 'session=%', 'session=%ff', 'session=%E0%A4%A', 'session=', 'session', '=', ';;;;', 'session=a.b.c', 'session=%22', '__proto__=1', 'session=\u00ff', `session=${'x'.repeat(7_000)}`, 'a=b; '.repeat(1_500), 'confirm=%00; reset=%; device=%; provider-state=%', 'session=1; session=2; session=3', '$Version=1; session="a', ['session=a', 'session=b']],
  accept: ['', '*', '*/*;q=', 'text/plain;q=nan', 'text/plain;q=1e309, */*;q=-1', ',,,', '/', 'text/html;'.repeat(500), '\u00ff'],
  'accept-encoding': ['*', 'br;q=0', 'gzip;q=2', 'identity;q=0, *;q=0', 'x', ',,,,', 'br, '.repeat(500)],
  origin: ['null', 'http://', 'javascript:1', 'http://evil.example', '\u00ff', 'x'.repeat(4_000), ['http://a.example', 'http://b.example']],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-0,1-1,2-2', 'bytes=99999999999999999999-', 'x'],
  'content-encoding': ['gzip', 'br', 'x', 'gzip, gzip'],
  'user-agent': ['', 'x'.repeat(6_000), '\u00ff\u0080', '${jndi:ldap://x}'],
  'x-forwarded-for': ['', 'x', '1.2.3.4, x, ::', '\u00ff', '999.999.999.999', '1.1.1.1, '.repeat(500), '::ffff:1.2.3.4', 'fe80::1%eth0'],
  'x-forwarded-host': ['evil.example', '', 'a, b'],
  'x-forwarded-proto': ['https', 'javascript', ''],
  'x-shell-hop': ['x', '', '\u00ff', 'x'.repeat(4_000)],
  'x-shell-client': ['x', '1.2.3', '::1%lo', '\u00ff', ''],
  'x-http-method-override': ['DELETE', 'CONNECT'],
  'x-requested-with': ['\u00ff'],
  authorization: ['Basic %%%', 'Bearer ', 'Bearer \u00ff', 'Digest', 'x'.repeat(4_000)],
  referer: ['\u00ff', 'javascript:1', 'http://'],
  upgrade: ['websocket', 'h2c', '\u00ff'],
  te: ['trailers', 'gzip', '\u00ff'],
  traceparent: ['00-x', '\u00ff'],
  'accept-language': ['x-y-z;q=9', '\u00ff', 'en,'.repeat(500)],
};

/** Methods, also such that nobody has. */
export const oddMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'PURGE', 'M-SEARCH', 'get', 'FOO', 'G\u00ffT'];

/** Values of `Content-Type` for a body that is fine. */
export const oddTypes: readonly (string | string[] | undefined)[] = [
  undefined, '', 'text/plain', 'text/html', 'application/xml', 'application/x-www-form-urlencoded', 'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x',
  `multipart/form-data; boundary=${'x'.repeat(500)}`, 'application/octet-stream', 'application/jsonx', 'application/vnd.api+json', 'application', '/', 'json', ';', '; charset=utf-8', 'application/json;',
  'application/json; charset', 'application/json; charset=', 'application/json; charset=utf-7', 'application/json; charset=utf-16', 'application/json; charset=latin1; charset=utf-8',
  'application/json; charset="utf-8', 'APPLICATION/JSON', 'application/json, application/json', 'application/json\u0000', 'application/json; \u00ff', `application/json; x=${'y'.repeat(4_000)}`,
  ['application/json', 'text/plain'], ['text/plain', 'application/json'], ['application/json', 'application/json'],
];
