/** The API's environment (docs/api.md), read and validated once at boot. */
import { company } from 'shared/content/company';
import {
  amounts,
  bucketUrl,
  folder,
  httpOrigin,
  httpUrl,
  logLevel,
  mailAddress,
  oneOf,
  port,
  readEnv,
  secret,
  urlOf,
  webhookSecret,
} from 'shared/node/env';
import { z } from 'zod';

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  /** The API is reached through the shell's server; on a machine of its own it listens on 0.0.0.0. */
  API_HOST: z.string().default('127.0.0.1'),
  API_PORT: port.default(8080),
  PUBLIC_URL: httpOrigin.default('http://localhost:3000'),
  DATA_DIR: folder.prefault('.data'),
  DATABASE_URL: urlOf('postgres', 'postgresql').optional(),
  SMTP_URL: urlOf('smtp', 'smtps').optional(),
  MAIL_FROM: mailAddress.default(company.email.display),
  CONTACT_TO: mailAddress.default(company.email.display),
  CAREERS_TO: mailAddress.default(company.email.display),
  SESSION_SECRET: secret.optional(),
  /** Google's, unless another one is named; without id and secret there is no third-party sign-in. */
  OIDC_ISSUER: httpUrl.default('https://accounts.google.com'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  /** Verifies payment events; without it none is taken. */
  PAYMENTS_SECRET: webhookSecret.optional(),
  /** What a referred person must have paid in one of the currencies before the referrer earns tokens. */
  REWARD_MIN_PAYMENT: amounts.prefault('NGN 50000, USD 50'),
  /** Where the shell reads releases; the API's own commands copy them with everything else. */
  RELEASES_URL: urlOf('file', 'http', 'https', 's3').optional(),
  POSTING: oneOf(['public', 'members', 'off']).default('public'),
  /** Object storage for CVs and images; without it they are in the database. */
  FILES_STORE: bucketUrl.optional(),
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  AWS_REGION: z.string().optional(),
  AWS_PROFILE: z.string().optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  LOG_LEVEL: logLevel.default('info'),
});

type Given = z.infer<typeof schema>;

const isElsewhere = (env: Given): boolean => Boolean(env.AWS_ENDPOINT_URL_S3 ?? env.AWS_ENDPOINT_URL);

/** Half a configuration would only be noticed by the first visitor who sends a file. */
const completeStorage = schema
  .refine((env) => !env.FILES_STORE || !env.AWS_ACCESS_KEY_ID || env.AWS_SECRET_ACCESS_KEY, {
    path: ['AWS_SECRET_ACCESS_KEY'],
    error: 'the secret that belongs to AWS_ACCESS_KEY_ID',
  })
  .refine((env) => !env.FILES_STORE || !env.AWS_SECRET_ACCESS_KEY || env.AWS_ACCESS_KEY_ID, {
    path: ['AWS_ACCESS_KEY_ID'],
    error: 'the id of the key that AWS_SECRET_ACCESS_KEY belongs to',
  })
  // Other servers than Amazon's know no roles.
  .refine((env) => !env.FILES_STORE || !isElsewhere(env) || env.AWS_PROFILE || env.AWS_ACCESS_KEY_ID, {
    path: ['AWS_ACCESS_KEY_ID'],
    error: 'the id of a key that may read, write and delete in FILES_STORE',
  })
  .refine((env) => !env.FILES_STORE || isElsewhere(env) || env.AWS_PROFILE || env.AWS_REGION, {
    path: ['AWS_REGION'],
    error:
      "the bucket's region, like eu-central-1; with another server than Amazon's, AWS_ENDPOINT_URL_S3 is its address",
  });

/** Instances that share a database must share the secret too, so it cannot be made up by one of them. */
const sharedSecret = completeStorage.refine(
  (env) => env.NODE_ENV !== 'production' || !env.DATABASE_URL || env.SESSION_SECRET,
  {
    path: ['SESSION_SECRET'],
    error:
      'at least 32 random characters, the same on every instance; required with DATABASE_URL when NODE_ENV=production',
  },
);

export type Env = z.infer<typeof schema>;

/** @throws EnvError with a sentence per variable */
export function readApiEnv(source?: Record<string, string | undefined>): Env {
  return readEnv(sharedSecret, source);
}
