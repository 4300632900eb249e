/** Our own lint rules, each with what it must refuse and what it must allow. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
/** Where these are set, oxlint writes in another form. */
const plain = { ...process.env, CI: undefined, FORCE_COLOR: undefined, GITHUB_ACTIONS: undefined };
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lint-'));
  for (const part of ['.oxlintrc.json', 'tooling/lint'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true }));

interface Waiting {
  file: string;
  source: string;
  answer: (said: string) => void;
  fail: (error: unknown) => void;
}
let waiting: Waiting[] = [];
let isAnswering = false;

/** What oxlint says about a file. Tests run side by side and share its calls, each of which takes half a second. */
function lint(file: string, source: string): Promise<string> {
  return new Promise((answer, fail) => {
    waiting.push({ file, source, answer, fail });
    if (!isAnswering) void answerAll();
  });
}

/** Each call takes whatever is waiting, each path once. */
async function answerAll(): Promise<void> {
  isAnswering = true;
  // The tests that run side by side have all asked by then.
  await setImmediate();
  while (waiting.length > 0) {
    const round = new Map<string, Waiting>();
    for (const each of waiting) if (!round.has(each.file)) round.set(each.file, each);
    waiting = waiting.filter((each) => round.get(each.file) !== each);
    try {
      const diagnostics = await diagnosticsOf([...round.values()]);
      for (const { file, answer } of round.values()) {
        const its = diagnostics.filter(({ filename }) => filename === file);
        answer(its.map((each) => inWords(each)).join('\n'));
      }
    } catch (error) {
      for (const { fail } of round.values()) fail(error);
    }
  }
  isAnswering = false;
}

interface Diagnostic {
  filename: string;
  code: string;
  message: string;
  help?: string;
  labels: { span: { line: number; column: number } }[];
}

async function diagnosticsOf(files: readonly { file: string; source: string }[]): Promise<Diagnostic[]> {
  for (const { file, source } of files) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), source);
  }
  const oxlint = path.join(root, 'node_modules', '.bin', 'oxlint');
  const names = files.map(({ file }) => file);
  const { stdout } = await promisify(execFile)(oxlint, ['--format=json', ...names], { cwd: folder, env: plain }).catch(
    (error: { stdout: string }) => error,
  );
  const { diagnostics, number_of_files: count } = JSON.parse(stdout) as {
    diagnostics: Diagnostic[];
    number_of_files: number;
  };
  expect(count, 'files that were linted').toBe(names.length);
  return diagnostics;
}

/** As in a terminal: the rule, what is wrong, what to do, and where. */
function inWords({ filename, code, message, help = '', labels }: Diagnostic): string {
  const places = labels.map(({ span: { line, column } }) => `[${filename}:${line}:${column}]`);
  return `${code}: ${message} ${help} ${places.join(' ')}`;
}

let pages = 0;
/** A new one each time, since a call of oxlint can take only one file with a given name. */
const somePage = () => `mf-blog/src/page-${(pages += 1)}.tsx`;

/** A file with one import. */
const importing = (source: string) => `import { value } from '${source}';\nexport const used = value;\n`;

describe.concurrent('import arrows', () => {
  test.each([
    ['mf-blog/src/page.tsx', 'shell/src/routes', /A remote imports `shared` only/],
    ['mf-blog/src/page-2.tsx', 'mf-auth/src/routes', /A remote imports `shared` only/],
    ['mf-blog/src/page-3.tsx', '../../shared/contracts/paths.ts', /by its name/],
    ['mf-blog/src/page-4.tsx', 'shared/node/env', /runs in browsers/],
    ['mf-blog/src/page-5.tsx', 'shared/releases/ownership', /a remote knows of none/],
    ['mf-blog/src/features/post/page.tsx', '../list/row.tsx', /never imports a sibling feature/],
    ['mf-blog/src/features/writing/draft/draft.ts', '../../post/post.ts', /never imports a sibling feature/],
    ['mf-blog/src/features/post/page-2.tsx', 'api/src/app', /A remote imports `shared` only/],
    ['shell/src/routes.tsx', 'mf-blog/src/routes', /The shell imports `shared` only/],
    ['shell/server/app.ts', 'api/src/app', /The shell imports `shared` only/],
    ['api/src/app.ts', 'shared/ui/button', /The API imports/],
    ['api/src/app-2.ts', 'shell/server/app', /The API imports/],
    ['api/src/database/locks.ts', '../mail/outbox.ts', /database is the lowest ground/],
    ['api/src/database/migrations/030-x.ts', '../../features/posts/service.ts', /database is the lowest ground/],
    ['api/src/mail/mailer.ts', '../features/contact/mails.ts', /mail is ground/],
    ['api/src/http/schemas.ts', '../app.ts', /http is ground/],
    ['api/src/features/accounts/session.ts', '../referrals/service.ts', /accounts imports no other feature/],
    ['api/src/features/contact/routes.ts', '../../app.ts', /composed by app.ts/],
    ['api/src/features/payments/routes.ts', '../posts/service.ts', /payments imports the feature referrals/],
    ['shared/contracts/posts.ts', '../rules/posts/post.ts', /contracts is the bottom/],
    ['api/src/app-3.ts', 'shared/releases/ownership', /The API imports/],
    ['shared/contracts/registry.ts', '../releases/ownership.ts', /contracts is the bottom/],
    ['shared/releases/ownership.ts', '../node/env.ts', /releases imports contracts only/],
    ['shared/releases/ownership-2.ts', 'node:fs/promises', /reads and writes nothing/],
    ['shared/rules/posts/post.ts', '../content/company.ts', /rules imports contracts only/],
    ['shared/forms/form-control.ts', '../ui/field.tsx', /forms imports contracts, rules and api-client only/],
    ['shared/rules/form.ts', '../forms/inputs.ts', /rules imports contracts only/],
    ['shared/theme/tokens.ts', '../ui/button.tsx', /theme imports nothing/],
    ['shared/ui/button.tsx', '../rules/contact/contact.ts', /ui knows no business noun/],
    ['shared/ui/button-2.tsx', 'mf-blog/src/routes', /shared imports no deployable/],
    ['shared/ui/button-3.tsx', '../../mf-blog/src/routes.tsx', /shared imports no deployable/],
    ['mf-blog/src/routes.tsx', '../vite.config.ts', /runs when the remote is built/],
    ['mf-blog/build/cover.ts', '../../mf-auth/src/routes.tsx', /its own remote, shared and tooling/],
    ['e2e/start.spec.ts', '../tooling/commands/start.ts', /what tests need is a library beside them/],
  ])('%s may not import %s', async (file, source, message) => {
    expect(await lint(file, importing(source))).toMatch(message);
  });

  test.each([
    ['mf-blog/src/features/post/page.tsx', 'shared/contracts/paths'],
    ['mf-blog/src/features/post/page.tsx', './row.tsx'],
    ['mf-blog/src/features/writing/draft/draft.ts', '../editor/editor.tsx'],
    ['mf-blog/src/features/post/page.tsx', '../../components/row.tsx'],
    ['shell/src/routes.tsx', 'shared/ui/button'],
    ['shell/server/app.ts', 'shared/releases/ownership'],
    ['shared/releases/ownership.ts', '../contracts/registry.ts'],
    ['api/src/app.ts', 'shared/rules/contact/contact'],
    ['api/src/features/referrals/routes.ts', '../accounts/session.ts'],
    ['api/src/features/contact/service.ts', '../../mail/mailer.ts'],
    ['api/src/http/error-handler.ts', '../database/problem.ts'],
    ['shared/ui/button.tsx', '../theme/tokens.ts'],
    ['shared/forms/inputs.ts', '../rules/form.ts'],
  ])('%s may import %s', async (file, source) => {
    expect(await lint(file, importing(source))).not.toMatch(/no-restricted-imports/);
  });

  test('shared creates no React context', async () => {
    const source = "import { createContext } from 'react';\nexport const Context = createContext(null);\n";
    expect(await lint('shared/ui/context.tsx', source)).toMatch(/would be empty in every one/);
  });
});

describe.concurrent('settings', () => {
  const source = "export const isOn = process.env.FEATURE === 'on';\n";

  test.each(['api/src/turns.ts', 'shell/server/links.ts', 'shared/node/secret.ts'])(
    'are read where documents and deploy/ are compared with them, not in %s',
    async (file) => expect(await lint(file, source)).toMatch(/no-process-env/),
  );

  test('tests set some of their own', async () => {
    expect(await lint('shared/node/secret.test.ts', source)).toBe('');
  });
});

describe.concurrent('calls of the API', () => {
  const byFetch = "export const call = () => fetch('/api/blogs/posts');\n";
  const byRequest = 'export const call = () => new XMLHttpRequest();\n';
  const byContext = "export const call = ({ context }) => context.apiFetch('/api/blogs/posts');\n";
  const unpacked =
    'export const call = ({ context }) => {\n  const { apiFetch } = context;\n  return apiFetch();\n};\n';

  test.each([
    ['mf-blog/src/list/post-list.ts', byFetch, /go through shared\/api-client/],
    ['mf-blog/src/features/writing/images/store-image.ts', byRequest, /through shared\/api-client\/upload/],
    ['mf-auth/src/form/take-form.ts', byContext, /Hand the context to callApi/],
    ['mf-auth/src/form/take-form.ts', unpacked, /Hand the context to callApi/],
    ['shell/src/frame/newsletter.tsx', byFetch, /go through shared\/api-client/],
    ['shell/server/api-calls/session.ts', byFetch, /go through shared\/api-client/],
    ['shell/server/api-calls/session.ts', byContext, /Hand the context to callApi/],
    ['shared/forms/refusal.ts', byRequest, /through shared\/api-client\/upload/],
  ])('%s may not make one of its own', async (file, source, message) => {
    expect(await lint(file, source)).toMatch(message);
  });

  test.each([
    ['shared/api-client/api.ts', byFetch + byContext.replace('call', 'other')],
    ['shared/api-client/upload.ts', byRequest],
    ['shell/src/remotes/composition.ts', byFetch],
    ['shell/server/api-calls/api-hop.ts', byFetch],
    ['api/src/features/accounts/provider/provider.ts', byFetch],
  ])('%s may', async (file, source) => {
    expect(await lint(file, source)).not.toMatch(/no-restricted-(globals|properties)/);
  });
});

describe.concurrent('raw colours', () => {
  test.each([
    ['a hexadecimal one', 'export const A = styled.div`color: #fff;`;', '#fff'],
    ['a function', 'export const A = styled(Link)<Look>`border: 1px solid rgb(20 27 69);`;', 'rgb(20 27 69)'],
    ['a named one', 'export const A = css`background: white;`;', 'white'],
    ['one in a mixture', 'export const A = css`color: color-mix(in srgb, black 9%, var(--text));`;', 'black'],
    ['one that depends on a prop', "export const A = styled.p<Look>`${({ $bad }) => $bad && 'color: red;'}`;", 'red'],
    ['one in CSS without a tag', 'export const style = `.a { color: oklch(62% 0.2 30); }`;', 'oklch(62% 0.2 30)'],
    ['one in a drawing', 'export const A = () => <path fill="#d8412b" />;', '#d8412b'],
  ])('%s is refused', async (_, source, colour) => {
    expect(await lint(somePage(), source)).toContain(`${colour} is a raw colour`);
  });

  test.each(['shell/src/frame/header.tsx', 'shared/ui/button.tsx'])('%s has none either', async (file) => {
    expect(await lint(file, 'export const A = styled.div`color: #fff;`;')).toContain('raw colour');
  });

  test.each([
    [
      'variables and what the browser knows',
      'export const A = css`color: var(--text); background: transparent; outline-color: Canvas;`;',
    ],
    [
      'words that only look like colours',
      'export const A = css`white-space: nowrap; grid-area: red-tape; content: "#fff"; a[data-tan]:hover { order: 1; }`;',
    ],
    ['addresses and sentences', "export const A = () => <a href='#add'>Read: red; white.</a>;"],
  ])('%s are fine', async (_, source) => {
    expect(await lint(somePage(), source)).not.toContain('raw colour');
  });

  test('the tokens are where they are written', async () => {
    expect(await lint('shared/theme/tokens.ts', 'export const style = `a { color: #fff; }`;')).not.toContain(
      'raw colour',
    );
  });
});

describe.concurrent('`style` attributes, which the policy of pages blocks', () => {
  test.each([
    ['on an element', "<p style={{ color: 'var(--text)' }} />", 'blocks style attributes: use a class'],
    ['on a component', '<Card style={look} />', 'and a component would set one'],
    ['as text', '<p style="top: 0" />', 'blocks style attributes'],
  ])('%s are refused', async (_, element, said) => {
    expect(await lint(somePage(), `export const A = ({ look }) => ${element};`)).toContain(said);
  });

  test('a class is fine', async () => {
    expect(await lint(somePage(), "export const A = () => <Card className='card' />;")).not.toContain('style');
  });
});

describe.concurrent('lines', () => {
  const words = (length: number) => 'word '.repeat(Math.ceil(length / 5)).slice(0, length);
  /** The lines that are refused, of one file. */
  const refused = async (lines: readonly string[]): Promise<string[]> => {
    const said = await lint('tooling/site/line.tsx', lines.join('\n'));
    return [...said.matchAll(/line\.tsx:(\d+):121\]/g)].map(([, number]) => lines[Number(number) - 1]!);
  };

  test('a line of more than 120 characters is refused, with its length and its place', async () => {
    const said = await lint('tooling/site/line.ts', `void 1;\n// ${words(117)}\n// ${words(118)}\n`);
    expect(said).toContain('This line has 121 characters; allowed are 120.');
    expect(said).toContain('tooling/site/line.ts:3:121');
    expect(said).not.toContain('line.ts:2:');
  });

  test('comments, code, titles of tests, CSS and SQL are no exception, nor are two literals', async () => {
    const lines = [
      `/** ${words(120)} */`,
      `void '${words(120)}'; // ${words(120)}`,
      `void [${'1, '.repeat(40)}];`,
      `test('${words(120)}', () => {});`,
      `test.each([1])('${words(120)}', () => {});`,
      `styled.p<Look>\`a { ${words(120)} }\`;`,
      `sql\`select ${words(120)}\`;`,
      `void ['${words(120)}', '${words(121)}'];`,
      `void \`\${${'b.'.repeat(60)}c}\`;`,
    ];
    expect(await refused(lines)).toEqual(lines);
  });

  test('a literal may be whole: a sentence, with values or on several lines, a pattern, a drawing', async () => {
    const lines = [
      `void '${words(120)}';`,
      `void \`${words(60)} \${b} ${words(60)}\`;`,
      `void \`<p>${words(120)}</p>`,
      `<p>${words(130)}</p>\`;`,
      `void /${words(120)}/;`,
      `void (<path d="${words(120)}" />);`,
    ];
    const comment = `// ${words(120)}`;
    expect(await refused([...lines, comment])).toEqual([comment]);
  });
});

describe.concurrent('names', () => {
  /** What lint says of names declared one per line. */
  const refused = async (lines: readonly string[]): Promise<string[]> => {
    const said = await lint('tooling/site/name.ts', lines.join('\n'));
    return [...said.matchAll(/names\((?:one-word|unit-in-name)\): (\w+)/g)].map(([, name]) => name!).toSorted();
  };

  test('one word for one thing: image, gallery, URL, IP and email', async () => {
    const lines = [
      'export const pictureOf = () => 1;',
      "export const catalogue = '/gallery';",
      'export function limit(clientAddress: string) { return clientAddress; }',
      'export const [{ to: address }] = [{ to: 1 }];',
      'export interface PictureSize { width: number }',
    ];
    expect(await refused(lines)).toEqual(['PictureSize', 'address', 'catalogue', 'clientAddress', 'pictureOf']);
  });

  test('times and sizes have a unit', async () => {
    const lines = [
      'export const LIMIT = 15 * 60 * 1000;',
      'export const [DAY_MS, PATIENCE_MS] = [1, 2];',
      'export const KEPT = 30 * DAY_MS;',
      'export const LARGEST = 10 * 1024 * 1024;',
      'export const PATIENCE = 5_000;',
    ];
    expect(await refused(lines)).toEqual(['KEPT', 'LARGEST', 'LIMIT', 'PATIENCE']);
  });

  test('the terms of the field, names of others, units anywhere in a name and counts are fine', async () => {
    const lines = [
      'export const emailAddress = 1, mailAddress = 2, streetAddress = 3;',
      'export const port = (server: { address: () => { port: number } }) => server.address().port;',
      'export const PATIENCE_MS = 5_000, TRIAL_HOURS_MAX = 7 * 24, PER_DAY = 24 * 60, POSTS_MAX = 1_000;',
    ];
    expect(await refused(lines)).toEqual([]);
  });
});
