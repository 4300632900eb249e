/** The owner is told what is missing before launch, until nothing is. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Sample, samples } from 'shared/content/samples';
import { expect, test } from 'vitest';
import { readApiEnv } from '../env.ts';
import { makePlace } from '../../test/support/database.ts';
import { command } from '../../test/support/process.ts';
import { leftToSupply, places } from './launch.ts';

const none = Object.fromEntries(Object.keys(samples).map((name) => [name, false])) as Record<Sample, boolean>;
const complete = {
  PUBLIC_URL: 'https://www.portloom.com',
  SMTP_URL: 'smtps://user:password@mail.portloom.com',
  MAIL_FROM: 'hello@portloom.com',
  CONTACT_TO: 'hello@portloom.com',
  CAREERS_TO: 'jobs@portloom.com',
  PAYMENTS_SECRET: `whsec_${'A'.repeat(32)}`,
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
};

test('of a new installation: every sample with its file, and every setting by its name', () => {
  const { content, settings } = leftToSupply(readApiEnv({}));
  expect(content).toHaveLength(Object.values(samples).filter(Boolean).length);
  expect(content).toContainEqual(
    expect.stringMatching(/phone number: shared\/content\/company\.ts; then `phone: false`/),
  );
  expect(content).toContainEqual(expect.stringContaining('[jurisdiction]'));
  const names = ['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'PAYMENTS_SECRET', 'OIDC_CLIENT_ID'];
  expect(settings.map((line) => /^\w+/.exec(line)![0])).toEqual(names);
  for (const { where } of Object.values(places))
    expect(existsSync(fileURLToPath(new URL(`../../../${where}`, import.meta.url))), where).toBe(true);
});

test('nothing, when all is in place', () => {
  expect(leftToSupply(readApiEnv(complete), [], none)).toEqual({ content: [], settings: [] });
});

test.each([
  ['PUBLIC_URL', 'http://www.portloom.com'],
  ['PUBLIC_URL', 'https://portloom.example'],
  ['SMTP_URL', ''],
  ['CONTACT_TO', 'hello@portloom.example'],
  ['CAREERS_TO', 'jobs@example.com'],
  ['DATABASE_URL', 'postgres://db/site'],
  ['PAYMENTS_SECRET', ''],
])('%s is named when it is "%s"', (name, value) => {
  const { settings } = leftToSupply(readApiEnv({ ...complete, [name]: value }), [], none);
  expect(settings).toEqual([expect.stringContaining(name === 'DATABASE_URL' ? 'SESSION_SECRET' : name)]);
});

test('as a command: without a database, with status 1, and without what the company does not want', async () => {
  const place = await makePlace('sqlite');
  const left = async (...words: string[]) => {
    const { status, output } = await command(place, complete, 'launch', ...words);
    expect(status).toBe(1);
    return output;
  };
  const env = { ...complete, PAYMENTS_SECRET: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' };
  const { status, output } = await command(place, env, 'launch', '--without', 'google, payments');
  expect([status, output]).toEqual([
    1,
    expect.stringMatching(/^Samples to replace:\n {2}- the company's phone.*left to do before launch\.\n$/s),
  ]);
  expect(output).not.toMatch(/Settings|PAYMENTS|OIDC|password/);
  expect(await left('--without', 'everything')).toContain('Allowed are google and payments');
  expect(existsSync(`${place.dataDir}/site.db`)).toBe(false);
  await place.remove();
});
