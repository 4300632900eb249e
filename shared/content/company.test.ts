/** Changing the company in one file changes it everywhere: no other file may write it out. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { company } from './company.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** The company's own file, and the key of a global symbol that no one sees. */
const allowed = ['shared/content/company.ts', 'shared/contracts/trusted-types.ts'];

test('no other source file writes out the name, the phone or the mail', () => {
  // Not by asking Git: a copy of the sources may have none, and Git lists what was just deleted.
  const files = globSync('{shell,shared,api,mf-*}/**/*.{ts,tsx,html,svg}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/{dist,dist-development}/**'],
  });
  const sources = files.filter((file) => !/\.(test|spec)\.|(^|\/)test\//.test(file) && !allowed.includes(file));
  expect(sources.length).toBeGreaterThan(100);
  const digits = company.phone.href.replace(/\D/g, '');
  const found = sources.filter((file) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return (
      text.toLowerCase().includes(company.name.toLowerCase()) ||
      text.includes(company.email.display) ||
      text.replace(/[\s()-]/g, '').includes(digits)
    );
  });
  expect(found).toEqual([]);
});
