/** The API's environment (docs/api.md), read and validated once at boot. */
import { company } from 'shared/content/company';
import {
  amounts,
  bucketUrl,
  clamdUrl,
  isThisMachine,
  folder,
  httpOrigin,
  httpUrl,
  logLevel,
  mailAddress,
  type Needed,
  nodeEnv,
  oneOf,
  port,
  readEnv,
  secret,
  urlOf,
  webhookSecret,
} from 'shared/node/env';
import { tracingVariables } from 'shared/node/telemetry/tracing';
import { z } from 'zod';
import { cvKeys } from './files/cv-keys.ts';

const MAIL_SERVER = 'the mail server after two slashes, like smtp://user:password@mail.example.com:587';

const schema = z.object({
  NODE_ENV: nodeEnv.default('development'),
  /** The API is reached through the shell's server; on its own machine it listens on 0.0.0.0. */
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(8080),
  PUBLIC_URL: httpOrigin.default('http://localhost:3000'),
  DATA_DIR: folder.prefault('.data'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  // Without // the mail server would be reached, but its name and the password could not be seen (mail/transport.ts).
  SMTP_URL: urlOf('smtp', 'smtps')
    .refine((value) => URL.canParse(value) && new URL(value).hostname !== '', MAIL_SERVER)
    .optional(),
  MAIL_FROM: mailAddress.default(company.email.display),
  CONTACT_TO: mailAddress.default(company.email.display),
  CAREERS_TO: mailAddress.default(company.email.display),
  SESSION_SECRET: secret.optional(),
  /** While the secret is being replaced: one whose signatures are good as well. */
  ACCEPTED_SESSION_SECRET: secret.optional(),
  /** Google's, unless another one is named; without id and secret there is no third-party sign-in. */
  OIDC_ISSUER: httpUrl.default('https://accounts.google.com'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Verifies payment events; without it none is accepted. */
  PAYMENTS_SECRET: webhookSecret.optional(),
  /** What a referred person must have paid in one of the currencies before the referrer earns tokens. */
  REWARD_MIN_PAYMENT: amounts.prefault('NGN 50000, USD 50'),
  /** Where the shell reads releases; the API's own commands copy them with everything else. */
  RELEASES_URL: urlOf('file', 'http', 'https', 's3').optional(),
  POSTING: oneOf(['public', 'members', 'off']).default('public'),
  /** Object storage for CVs and images; without it they are in the database. */
  FILES_STORE: bucketUrl.optional(),
  /** Encrypts CVs where they are stored; without it they are stored as they are. */
  CV_KEY: cvKeys.optional(),
  /** Scans CVs for viruses; without it nothing does. */
  CLAMD_URL: clamdUrl.optional(),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  AWS_REGION: z.string().optional(),
  AWS_PROFILE: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  /** Port of the metrics for Prometheus; without it nothing is measured. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ...tracingVariables,
  LOG_LEVEL: logLevel.default('info'),
});

export type Env = z.infer<typeof schema>;

/** Names of all variables that the API reads. */
export const apiVariables: readonly string[] = Object.keys(schema.shape);

const SECRET = 'at least 32 random characters, the same on every instance';
const CLIENT = 'what the identity provider gave this site';
const isElsewhere = (env: Env): boolean => (env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL) !== undefined;
const isProduction = ({ NODE_ENV }: Env): boolean => NODE_ENV === 'production';

/** Half a configuration would start and fail later, for a visitor. */
const needed: Needed<Env>[] = [
  {
    // One of several instances cannot make it up for all.
    variable: 'SESSION_SECRET',
    allowed: `${SECRET}; required with DATABASE_URL when NODE_ENV=production`,
    when: (env) => isProduction(env) && env.DATABASE_URL !== undefined,
  },
  {
    variable: 'SESSION_SECRET',
    allowed: `${SECRET}, the shell's too; required when API_HOST lets other machines in and NODE_ENV=production`,
    when: (env) => isProduction(env) && !isThisMachine(env.API_HOST),
  },
  {
    variable: 'SMTP_URL',
    allowed:
      'a URL that begins with smtp: or smtps:; without it mails are files on this machine, and MAIL_FROM, CONTACT_TO and CAREERS_TO reach nobody',
    when: (env, isGiven) => isProduction(env) && (['MAIL_FROM', 'CONTACT_TO', 'CAREERS_TO'] as const).some(isGiven),
  },
  {
    variable: 'OIDC_CLIENT_ID',
    allowed: `${CLIENT}; required with OIDC_CLIENT_SECRET and with OIDC_ISSUER`,
    when: (env, isGiven) => isGiven('OIDC_CLIENT_SECRET') || isGiven('OIDC_ISSUER'),
  },
  {
    variable: 'OIDC_CLIENT_SECRET',
    allowed: `${CLIENT}; required with OIDC_CLIENT_ID`,
    when: (env, isGiven) => isGiven('OIDC_CLIENT_ID'),
  },
  {
    variable: 'PAYMENTS_SECRET',
    allowed:
      'whsec_ and 24 to 64 random bytes in base64; required with REWARD_MIN_PAYMENT, since without it no payment is accepted',
    when: (env, isGiven) => isProduction(env) && isGiven('REWARD_MIN_PAYMENT'),
  },
  {
    variable: 'AWS_SECRET_ACCESS_KEY',
    allowed: 'the secret that belongs to AWS_ACCESS_KEY_ID',
    when: (env) => env.FILES_STORE !== undefined && env.AWS_ACCESS_KEY_ID !== undefined,
  },
  {
    variable: 'AWS_ACCESS_KEY_ID',
    allowed: 'the id of the key that AWS_SECRET_ACCESS_KEY belongs to',
    when: (env) => env.FILES_STORE !== undefined && env.AWS_SECRET_ACCESS_KEY !== undefined,
  },
  {
    // Servers other than Amazon's have no roles.
    variable: 'AWS_ACCESS_KEY_ID',
    allowed: 'the id of a key that may read, write and delete in FILES_STORE',
    when: (env) => env.FILES_STORE !== undefined && isElsewhere(env) && env.AWS_PROFILE === undefined,
  },
  {
    variable: 'AWS_REGION',
    allowed: "the bucket's region, like eu-central-1; for a server other than Amazon's, AWS_ENDPOINT_URL_S3 is its URL",
    when: (env) => env.FILES_STORE !== undefined && !isElsewhere(env) && env.AWS_PROFILE === undefined,
  },
  {
    variable: 'METRICS_PORT',
    allowed: 'the port of the metrics; required with METRICS_HOST',
    when: (_env, isGiven) => isGiven('METRICS_HOST'),
  },
];

/** @throws EnvError with a sentence per variable */
export function readApiEnv(source?: Record<string, string | undefined>): Env {
  return readEnv(schema, source, needed);
}
