import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { importing, powerCut } from './power-cut.ts';
import { NotHere, type Row } from './row.ts';
import { runRows } from './table.ts';

/** @returns how many did not pass, and what was printed */
async function run(rows: Row[]) {
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const failed = await runRows({ rows, databases: ['sqlite'], rounds: 1, requests: 1, seed: 1, report });
  return { failed, text: lines.join('\n') };
}

const rowThat = (name: string, act: Row['run']): Row => ({
  name,
  what: 'something happens',
  passesWhen: 'nothing breaks',
  databases: ['sqlite'],
  run: act,
});

test('only what passed has passed: not what failed, broke, or could not be done here', async () => {
  const ended: string[] = [];
  const { failed, text } = await run([
    rowThat('good', ({ begun }) => {
      begun.defer(() => void ended.push('good'));
      return Promise.resolve({ figure: '0 lost', passed: true });
    }),
    rowThat('bad', () => Promise.resolve({ figure: '1 lost', passed: false })),
    rowThat('broken', ({ begun }) => {
      begun.defer(() => void ended.push('broken'));
      return Promise.reject(new Error('no server'));
    }),
    rowThat('elsewhere', () => Promise.reject(new NotHere('it takes a C compiler'))),
  ]);
  expect(failed).toBe(3);
  expect(text).toMatch(/^passed +good .*nothing breaks +0 lost$/m);
  expect(text).toMatch(/^FAILED +bad .*1 lost$/m);
  expect(text).toMatch(/^FAILED +broken .*it broke: no server$/m);
  expect(text).toMatch(/^NOT RUN +elsewhere .*it takes a C compiler$/m);
  expect(ended).toEqual(['good', 'broken']);
});

test('the power is cut: nothing acknowledged is lost, and with less durable commits it is', async ({ skip }) => {
  const { failed, text } = await run([powerCut]);
  skip(text.includes('NOT RUN'), text);
  expect(text).toMatch(/1 cuts, \d+ acknowledged: 0 lost, 0 without mail; control: [1-9]\d* of \d+ lost/);
  expect(failed).toBe(0);
});

test('its control is found in a checkout whose path has spaces', async ({ onTestFinished }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'with a space '));
  onTestFinished(() => rm(folder, { recursive: true }));
  const imported = path.join(folder, 'imported.mjs');
  await writeFile(imported, "process.stdout.write('imported');");
  const env = { ...process.env, NODE_OPTIONS: importing(imported) };
  const { stdout } = await promisify(execFile)(process.execPath, ['--eval', ''], { env });
  expect(stdout).toBe('imported');
});
