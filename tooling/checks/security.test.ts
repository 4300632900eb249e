/** docs/security.md goes through the whole standard, and names what exists. */
import { execFile } from 'node:child_process';
import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../workspace/root.ts';
import { requirements } from './asvs.ts';

const document = await readFile(path.join(repositoryRoot, 'docs/security.md'), 'utf8');
const [chapters = '', notMet = ''] = document.split('\n## Exceptions\n');
const [exceptions = '', open = ''] = notMet.split('\n## Open\n');

interface Row {
  numbers: string[];
  cells: string[];
}

/** Rows of tables that begin with numbers of the standard. */
function rowsOf(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    const [, numbers = '', ...cells] = line.split('|').map((cell) => cell.trim());
    return /^\d+\.\d+\.\d+(, \d+\.\d+\.\d+)*$/.test(numbers) ? [{ numbers: numbers.split(', '), cells }] : [];
  });
}

const count = (rows: Row[]): number => rows.flatMap(({ numbers }) => numbers).length;
const NOT_HERE = '*Does not apply:*';
const rows = rowsOf(chapters);
const met = rows.filter(({ cells: [, how] }) => !how?.startsWith(NOT_HERE));
const elsewhere = rows.filter(({ cells: [, how] }) => how?.startsWith(NOT_HERE));

test('every requirement of levels 1 and 2 is there once, and no other', () => {
  expect(requirements).toHaveLength(253);
  expect(
    rowsOf(document)
      .flatMap(({ numbers }) => numbers)
      .toSorted(),
  ).toEqual(requirements.toSorted());
});

test('every file that it names exists', async () => {
  const named = [...document.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\.(?:ts|tsx|json|md))`/g)].map(([, file]) => file!);
  const files = new Set(named.filter((file) => file.includes('/') || file.endsWith('.json')));
  expect(files.size).toBeGreaterThan(100);
  const missing: string[] = [];
  for (const file of files) await access(path.join(repositoryRoot, file)).catch(() => missing.push(file));
  expect(missing).toEqual([]);
});

test('what is met says where, and which test fails without it', () => {
  const vague = met.filter(
    ({ cells: [, how = '', proof = ''] }) =>
      !/`[^`]+`|\]\(/.test(how) || !(proof === 'reading' || /^`[^`]+\.(test|spec)\.ts`/.test(proof)),
  );
  expect(vague).toEqual([]);
});

test('what is not met, or does not apply, has a reason', () => {
  const all = [...elsewhere, ...rowsOf(notMet)];
  expect(all.filter(({ cells: [, reason = ''] }) => reason.replace(NOT_HERE, '').length < 15)).toEqual([]);
});

test('its summary counts what its tables have', () => {
  const [yes, no, excepted, waiting] = [met, elsewhere, rowsOf(exceptions), rowsOf(open)].map(count);
  expect(document).toContain(
    `Of ${requirements.length} requirements ${yes} are met, ${no} do not apply, ${excepted} are exceptions, ${waiting} ${waiting === 1 ? 'is' : 'are'} open.`,
  );
});

/** Part of the output of npm. */
interface BillOfMaterials {
  components: { 'bom-ref': string; properties?: { name: string }[] }[];
}

test('the bill of materials has every library of the servers, none of them as one for development alone', async () => {
  const [, options = ''] = /`npm (sbom [^`]+)`/.exec(document) ?? [];
  const maxBuffer = 2 ** 26;
  const { stdout } = await promisify(execFile)('npm', options.split(' '), { cwd: repositoryRoot, maxBuffer });
  const { components } = JSON.parse(stdout) as BillOfMaterials;
  const inProduction = components
    .filter(({ properties = [] }) => properties.every(({ name }) => name !== 'cdx:npm:package:development'))
    .map((component) => component['bom-ref']);
  for (const workspace of ['shell', 'api', 'shared']) {
    const manifest = await readFile(path.join(repositoryRoot, workspace, 'package.json'), 'utf8');
    const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
    const used = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    expect(used).not.toEqual([]);
    for (const library of used.filter((each) => !each.endsWith('@*'))) expect(inProduction).toContain(library);
  }
});
