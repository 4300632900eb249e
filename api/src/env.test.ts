import { expect, test } from 'vitest';
import { readApiEnv } from './env.ts';

const production = { NODE_ENV: 'production' };
const SECRET = 'thirty-two characters and some more';

test.each([
  ['SESSION_SECRET', { ...production, DATABASE_URL: 'postgres://db/site' }],
  ['SESSION_SECRET', { ...production, API_HOST: '0.0.0.0' }],
  ['SMTP_URL', { ...production, MAIL_FROM: 'site@example.com' }],
  ['SMTP_URL', { ...production, CONTACT_TO: 'office@example.com' }],
  ['SMTP_URL', { ...production, CAREERS_TO: 'careers@example.com' }],
  ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_ID: 'site' }],
  ['OIDC_CLIENT_ID', { OIDC_CLIENT_SECRET: 'x' }],
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example.com' }],
  ['PAYMENTS_SECRET', { ...production, REWARD_MIN_PAYMENT: 'USD 5' }],
  ['METRICS_PORT', { METRICS_HOST: '0.0.0.0' }],
])('%s is missed in half a configuration', (name, source) => {
  expect(() => readApiEnv(source)).toThrow(`  ${name} is not set; allowed: `);
});

test.each([
  ['nothing set', production],
  ['everything for one machine', { ...production, SMTP_URL: 'smtp://mail', MAIL_FROM: 'site@example.com' }],
  ['a database and a secret', { ...production, DATABASE_URL: 'postgres://db/site', SESSION_SECRET: SECRET }],
  ['a provider', { ...production, OIDC_CLIENT_ID: 'site', OIDC_CLIENT_SECRET: 'x' }],
  ['development with addresses for the mail files', { MAIL_FROM: 'site@example.com' }],
])('it starts with %s', (_what, source) => {
  expect(() => readApiEnv(source)).not.toThrow();
});
