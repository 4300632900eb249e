/** `npm run check` finds what otherwise only a build or a release would refuse, each mistake separately. */
import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../processes/run.ts';
import { remotes } from '../workspace/remotes.ts';
import { repositoryRoot } from '../workspace/root.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'checked-'));
  await symlink(path.join(repositoryRoot, 'node_modules'), path.join(root, 'node_modules'));
  await mkdir(path.join(root, 'tooling'));
  await symlink(path.join(repositoryRoot, 'tooling/vite'), path.join(root, 'tooling/vite'));
  const isSource = (file: string) => !/node_modules|dist$/.test(path.relative(repositoryRoot, file));
  cpSync(path.join(repositoryRoot, 'package-lock.json'), path.join(root, 'package-lock.json'));
  for (const { name } of remotes)
    cpSync(path.join(repositoryRoot, name), path.join(root, name), { recursive: true, filter: isSource });
});
afterEach(() => rm(root, { recursive: true }));

const check = () =>
  run(process.execPath, ['--no-warnings', path.join(repositoryRoot, 'tooling/checks/remotes.ts'), root], {
    quiet: true,
  });

async function change(file: string, from: string | RegExp, to: string): Promise<void> {
  const before = await readFile(path.join(root, file), 'utf8');
  const after = before.replace(from, to);
  expect(after, `${file} was to be changed`).not.toBe(before);
  await writeFile(path.join(root, file), after);
}

const careers = 'mf-careers/src/routes.tsx';
const auth = 'mf-auth/src/routes.tsx';

test('the remotes have no mistakes as they are', async () => {
  expect(await check()).toMatchObject({ status: 0, output: '' });
});

/** Planted together, since a run takes a while: what, in which file, from, to, and the message. */
type Mistake = [what: string, file: string, from: string | RegExp, to: string, said: RegExp];
const planted: Record<string, Mistake[]> = {
  ids: [
    ['none', careers, "id: 'careers.role',", '', /for "\/career\/:slug" has no id.*careers\.<page>/],
    ['of another remote', careers, 'careers.referral', 'blog.referral', /"blog\.referral" must begin with "careers\."/],
    ['put together', 'mf-blog/src/routes.tsx', "'blog.new'", "'blog.' + 'new'", /write the id "blog\.new" out/],
    ['twice', auth, 'auth.register', 'auth.login', /another route has the id "auth\.login"/],
  ],
  paths: [
    ['of another remote', careers, 'paths.referral', 'paths.contact', /"\/contact" overlaps "\/contact".*mf-careers/],
    ['of the shell', auth, 'paths.register', "'/api/mine'", /"\/api\/mine" overlaps .*shell/],
    ['with an optional part', auth, 'paths.login', "'/login/:step?'", /"\/login\/:step\?" cannot be a path/],
    ['twice', 'mf-blog/src/routes.tsx', 'paths.demoItems', "'/Blogs'", /"\/blogs" is there twice/],
    [
      'to be found nowhere',
      careers,
      'handle: everyRole',
      'handle: { find: true }',
      /has parameters: name its addresses/,
    ],
  ],
  files: [
    ['not named', careers, "import('./features/role/role-page.tsx')", "import('./' + 'x')", /literally/],
    [
      'an image that nobody draws',
      'mf-marketing/src/features/about/about-page.tsx',
      'virtual:social-image/about',
      'virtual:social-image/abuot',
      /about-page\.tsx: there is no image "abuot"; .*names brand, about,/,
    ],
    [
      'a series that nobody draws',
      'mf-blog/src/article/cover-image.ts',
      'virtual:social-images/cover',
      'virtual:social-images/lid',
      /no image "lid"; .*names cover/,
    ],
  ],
  imports: [
    [
      'a name that the shell does not provide',
      'mf-careers/src/features/role/role-page.tsx',
      /import \{ (?=[^}]*\} from 'react-router-dom')/,
      'import {\n  type Location,\n  matchPath as match,\n  ',
      /role-page\.tsx: "matchPath" of react-router-dom is not in shared\/contracts\/shared-modules\.ts/,
    ],
    [
      'all names',
      'mf-blog/src/routes.tsx',
      /^/,
      "export * from 'styled-components';\n",
      /routes\.tsx: "\*" of styled-components is not/,
    ],
    [
      'a module of Node',
      'mf-auth/src/features/account/rows.tsx',
      /^/,
      "import { createHash } from 'node:crypto';\nimport type { Stats } from 'node:fs';\n",
      /rows\.tsx: a remote has no modules of Node, on the server either: "node:crypto"/,
    ],
  ],
};

test('it finds a remote that is gone, but not from package-lock.json', async () => {
  await rm(path.join(root, 'mf-auth'), { recursive: true });
  expect(await check()).toMatchObject({
    status: 1,
    output: 'package-lock.json: there is no mf-auth any more. Run npm install.\n',
  });
});

test.each(Object.entries(planted))('it finds every mistake with %s', async (_kind, mistakes) => {
  for (const [, file, from, to] of mistakes) await change(file, from, to);
  const { status, output } = await check();
  for (const [what, , , , said] of mistakes) expect(output, what).toMatch(said);
  expect(output.trim().split('\n')).toHaveLength(mistakes.length);
  expect(status).toBe(1);
});
