import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = new URL('author.ts', import.meta.url).href;

/** Who releases, from a process of its own. @param first what it does after it has loaded the module */
async function by(env: Record<string, string>, first = ''): Promise<string> {
  const program = `const { authorOf } = await import(${JSON.stringify(module)}); ${first}
    console.log(authorOf('mf-blog').by);`;
  const { RELEASED_BY: _, ...rest } = process.env;
  const words = ['--input-type=module', '--eval', program];
  return (await promisify(execFile)(process.execPath, words, { env: { ...rest, ...env } })).stdout.trim();
}

test('whom RELEASED_BY names releases', async () => {
  expect(await by({ RELEASED_BY: ' ada ' })).toBe('ada');
});

// Only root can become somebody without a name.
test.runIf(process.getuid?.() === 0)('a user without a name releases under its number', async () => {
  expect(await by({}, 'process.setgroups([]); process.setuid(54321);')).toBe('uid 54321');
});
