/**
 * Environment of a deployable: read once at boot, validated, typed. Each deployable lists its variables in one
 * schema; the field schemas here say what is allowed in words, so that a wrong value explains itself.
 */
import { createPublicKey, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

type Source = Record<string, string | undefined>;

/** Thrown by {@link readEnv}; `message` is meant to be printed as it is. */
export class EnvError extends Error {
  override name = 'EnvError';
}

/** Relative folders start here, so that every process means the same folder wherever it was started. */
const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

const expected = (allowed: string) => ({ error: allowed });
const NUMBER_OF_PORT = 'a whole number from 0 to 65535 (0 takes any free port)';

/** A TCP port. Gives a number. */
export const port = z
  .string()
  .regex(/^\d{1,5}$/, NUMBER_OF_PORT)
  .transform(Number)
  .refine((value) => value <= 65535, NUMBER_OF_PORT);

/** A whole number between two others. Gives a number. @param what in plural, for messages: 'seconds' */
export function wholeNumber(what: string, least: number, most: number) {
  const allowed = `a whole number of ${what} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, allowed)
    .transform(Number)
    .refine((value) => value >= least && value <= most, allowed);
}

/** A part of a whole. Gives a number from 0 to 1. */
export const share = z
  .string()
  .regex(/^(0|1|0?\.\d{1,6}|1\.0{1,6})$/, 'a number from 0 to 1, like 0.1')
  .transform(Number);

/** A URL with one of the given schemes (`['http', 'https']`). Gives it as written, without a trailing slash. */
export function urlOf(...schemes: string[]) {
  const allowed = `a URL that begins with ${schemes.map((scheme) => `${scheme}:`).join(' or ')}`;
  return z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), allowed)
    .refine(
      (value) => !/^file:/i.test(value) || isPathOfFolder(value),
      'for a folder, its absolute path with file:// before it, like file:///srv/releases',
    )
    .transform((value) => value.replace(/\/$/, ''));
}

/** Not `file:releases`, which means `/releases`, and not `file://releases/site`, which names a machine. */
function isPathOfFolder(value: string): boolean {
  if (!/^file:\//i.test(value)) return false;
  try {
    return fileURLToPath(value) !== '';
  } catch {
    return false;
  }
}

/** A folder of a bucket in object storage: `s3://company-files/site`. Gives it without a trailing slash. */
export const bucketUrl = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]*(\/[\w!.*'()-]+)*\/?$/, 's3:// and a bucket, like s3://company-files/site')
  .transform((value) => value.replace(/\/$/, ''));

/** The socket of a clamd: a file of this machine, or host and port. */
export const clamdUrl = z
  .string()
  .refine(
    (value) => /^unix:(\/\/)?\/[^?#]+$/.test(value) || /^tcp:\/\/([\w.-]+|\[[0-9a-f:]+\]):\d{1,5}\/?$/i.test(value),
    'the socket of a clamd, like unix:/run/clamav/clamd.ctl or tcp://10.0.0.7:3310',
  )
  .refine((value) => URL.canParse(value), 'a port from 1 to 65535');

/** A service's URL: `http:` or `https:`. Gives it without a trailing slash. */
export const httpUrl = urlOf('http', 'https');

/** Scheme, host and port only, as browsers send it in `Origin`: `https://example.com`. */
export const httpOrigin = httpUrl
  .refine(
    (value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`,
    'scheme, host and port only, like https://www.example.com',
  )
  .transform((value) => new URL(value).origin);

/** A folder; a relative one starts at the repository's root. Gives an absolute path. */
export const folder = z.string().transform((value) => resolve(repositoryRoot, value));

const NETWORKS = 'addresses or networks of proxies, separated by commas, like 10.0.0.5, 2001:db8::/32';

/** Addresses and networks (CIDR). Gives a list. */
export const networks = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .refine((list) => list.every(isNetwork), NETWORKS);

/** All addresses (`/0`) are no network of proxies: every visitor could claim another's. */
function isNetwork(value: string): boolean {
  const [ip = '', prefix, ...rest] = value.split('/');
  const bits = isIP(ip) === 4 ? 32 : 128;
  return (
    isIP(ip) > 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits))
  );
}

const AMOUNTS =
  'amounts above 0 with the three letters of their currency, each currency once, separated by commas, like NGN 50000, USD 49.50';
const currencies = new Set(Intl.supportedValuesOf('currency'));

/** Amounts of money as people write them: `NGN 50000, USD 49.50`. Gives them by currency, in its smallest unit. */
export const amounts = z.string().transform((value, context) => {
  const byCurrency = new Map<string, number>();
  for (const each of value.split(',')) {
    const [, currency = '', number = ''] = /^\s*([A-Z]{3}) +(\d{1,12}(?:\.\d{1,4})?)\s*$/.exec(each) ?? [];
    const amount = currencies.has(currency) ? inSmallestUnit(currency, number) : 0;
    if (!(amount > 0) || !Number.isInteger(amount) || byCurrency.has(currency)) {
      context.addIssue({ code: 'custom', message: AMOUNTS });
      return z.NEVER;
    }
    byCurrency.set(currency, amount);
  }
  return byCurrency as ReadonlyMap<string, number>;
});

/** Not a whole number if there are more decimals than the currency has. */
function inSmallestUnit(currency: string, number: string): number {
  const { maximumFractionDigits: digits = 0 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  const [whole = '', fraction = ''] = number.split('.');
  return Number(`${whole}${fraction.padEnd(digits, '0')}`) / 10 ** Math.max(0, fraction.length - digits);
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, expected(`one of ${words.join(', ')}`));
}

/** One e-mail address, without a display name. */
export const mailAddress = z.email(expected('one email address, like hello@example.com'));

/** A secret that signs something. */
export const secret = z
  .string()
  .min(32, 'at least 32 random characters, for example the output of: openssl rand -base64 32');

/** A secret of Standard Webhooks: 24 to 64 bytes in base64, usually with the prefix `whsec_`. */
export const webhookSecret = z
  .string()
  .regex(
    /^(whsec_)?[A-Za-z0-9+/]{32,86}={0,2}$/,
    'whsec_ and 24 to 64 random bytes in base64, for example the output of: echo whsec_$(openssl rand -base64 32)',
  );

const KEYS =
  'Ed25519 public keys as `npm run releases -- keygen` prints them, separated by commas, ' +
  'each for all remotes or, like mf-blog:MCow…, for one';

/** Public keys that may have signed releases. Gives a list. */
export const releaseKeys = z.string().transform((value, context) =>
  value.split(',').map((each): { key: KeyObject; remote: string | undefined } => {
    const [, remote, base64 = ''] = /^\s*(?:([a-z][a-z0-9-]*):)?([A-Za-z0-9+/]+={0,2})\s*$/.exec(each) ?? [];
    const key = publicKey(base64);
    if (key?.asymmetricKeyType === 'ed25519') return { key, remote };
    context.addIssue({ code: 'custom', message: KEYS });
    return z.NEVER;
  }),
);

function publicKey(base64: string): KeyObject | undefined {
  try {
    return createPublicKey({ key: Buffer.from(base64, 'base64'), type: 'spki', format: 'der' });
  } catch {
    return undefined;
  }
}

/** What a server is started for. A mistyped `production` must not do without what that requires. */
export const nodeEnv = oneOf(['production', 'development', 'test']);

/** Level of the log, as pino names them. */
export const logLevel = oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

/** A variable that others need: without it the settings would be incomplete. */
export interface Needed<Env> {
  variable: keyof Env & string;
  /** What it must be, and why: 'the same secret as the API has; required with API_URL'. */
  allowed: string;
  /** @param isGiven whether a variable was set, whatever its default is */
  when: (env: Env, isGiven: (variable: keyof Env & string) => boolean) => boolean;
}

/** Whether a server that listens on `host` can be reached only by programs on this machine. */
export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Any text will do for them. A site that runs with quotes in one would lose sessions and mailed links without them. */
const MAY_BE_QUOTED = ['SESSION_SECRET', 'ACCEPTED_SESSION_SECRET'];

/**
 * Reads the variables that `schema` lists. An empty variable counts as not set.
 * @param needed what else must be set; checked once each value is allowed by itself
 * @throws EnvError with one sentence per variable: its name, what was found and what is allowed. Secrets and
 * credentials in URLs never appear in it.
 */
export function readEnv<S extends z.ZodObject>(
  schema: S,
  source: Source = process.env,
  needed: readonly Needed<z.infer<S>>[] = [],
): z.infer<S> {
  const given: Source = {};
  for (const name of Object.keys(schema.shape)) {
    const value = source[name]?.trim();
    if (value) given[name] = value;
  }
  const result = schema.safeParse(given);
  const sentences = new Map<string, string>();
  // Docker, given an env file, does not remove them: a quoted folder would be another one.
  for (const [name, value = ''] of Object.entries(given))
    if (!MAY_BE_QUOTED.includes(name) && /^(["']).*\1$/s.test(value))
      sentences.set(name, `  ${name} is in quotes, which would be part of the value; allowed: the same without them.`);
  if (result.success && sentences.size === 0) {
    for (const { variable, allowed: words, when } of needed) {
      const isMissing = given[variable] === undefined && when(result.data, (name) => given[name] !== undefined);
      if (isMissing && !sentences.has(variable))
        sentences.set(variable, `  ${variable} is not set; allowed: ${words}.`);
    }
    if (sentences.size === 0) return result.data;
  }
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0] ?? 'environment');
    // The first issue of a variable names its cause; later ones follow from it.
    if (!sentences.has(name)) sentences.set(name, `  ${name} ${found(name, given[name])}; allowed: ${allowed(issue)}.`);
  }
  throw new EnvError(['The environment is not usable:', ...sentences.values()].join('\n'));
}

function found(name: string, value: string | undefined): string {
  if (value === undefined) return 'is not set';
  if (/(SECRET|PASSWORD|TOKEN|KEY)$/.test(name))
    return `is set to something else (${value.length} characters, not shown)`;
  return `is ${JSON.stringify(name.endsWith('_URL') ? value.replace(/^.*@/s, '…@') : value)}`;
}

function allowed(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' ? 'a value, since there is no default' : issue.message.replace(/\.$/, '');
}
