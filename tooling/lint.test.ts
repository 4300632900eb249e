/** The lint rules that keep the import arrows, each with an import that must be refused and one that is fine. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lint-'));
  await cp(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What oxlint says about a file with one import. */
async function lint(file: string, source: string): Promise<string> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, `import { value } from '${source}';\nexport const used = value;\n`);
  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint');
  const { stdout } = await promisify(execFile)(oxlint, [file], { cwd: folder }).catch((error: { stdout: string }) => error);
  return stdout;
}

describe('import arrows', () => {
  test.each([
    ['mf-blog/src/page.tsx', 'shell/src/routes', /A remote imports `shared` only/],
    ['mf-blog/src/page.tsx', 'mf-auth/src/routes', /A remote imports `shared` only/],
    ['mf-blog/src/page.tsx', '../../shared/contracts/paths.ts', /by its name/],
    ['mf-blog/src/page.tsx', 'shared/node/env', /runs in browsers/],
    ['mf-blog/src/features/post/page.tsx', '../list/row.tsx', /never imports a sibling feature/],
    ['mf-blog/src/features/post/page.tsx', 'api/src/app', /A remote imports `shared` only/],
    ['shell/src/routes.tsx', 'mf-blog/src/routes', /The shell imports `shared` only/],
    ['shell/server/app.ts', 'api/src/app', /The shell imports `shared` only/],
    ['api/src/app.ts', 'shared/ui/button', /The API imports/],
    ['api/src/app.ts', 'shell/server/app', /The API imports/],
    ['shared/contracts/posts.ts', '../rules/post.ts', /contracts is the bottom/],
    ['shared/rules/post.ts', '../content/company.ts', /rules imports contracts only/],
    ['shared/theme/tokens.ts', '../ui/button.tsx', /theme imports nothing/],
    ['shared/ui/button.tsx', '../rules/contact.ts', /ui knows no business noun/],
    ['shared/ui/button.tsx', 'mf-blog/src/routes', /shared imports no deployable/],
  ])('%s may not import %s', async (file, source, message) => {
    expect(await lint(file, source)).toMatch(message);
  });

  test.each([
    ['mf-blog/src/features/post/page.tsx', 'shared/contracts/paths'],
    ['mf-blog/src/features/post/page.tsx', './row.tsx'],
    ['mf-blog/src/features/post/page.tsx', '../../components/row.tsx'],
    ['shell/src/routes.tsx', 'shared/ui/button'],
    ['api/src/app.ts', 'shared/rules/contact'],
    ['shared/ui/button.tsx', '../theme/tokens.ts'],
  ])('%s may import %s', async (file, source) => {
    expect(await lint(file, source)).not.toMatch(/no-restricted-imports/);
  });

  test('shared creates no React context', async () => {
    const target = path.join(folder, 'shared/ui/context.tsx');
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, "import { createContext } from 'react';\nexport const Context = createContext(null);\n");
    const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint');
    const { stdout } = await promisify(execFile)(oxlint, ['shared'], { cwd: folder }).catch((error: { stdout: string }) => error);
    expect(stdout).toMatch(/would be empty in every one/);
  });
});
