/**
 * Finds what a remote's build or release would refuse, without a build: routes without an id or with another one's,
 * paths that two remotes claim or that cannot be compared, images that nobody draws, imports that nobody provides; also
 * what is left of a remote that is gone. Run as a program: `node tooling/checks/remotes.ts [root]`.
 */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin, registerHooks, stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RouteObject } from 'react-router-dom';
import { sharedModules } from '../../shared/contracts/shared-modules.ts';
import { findableOf } from '../../shared/releases/findable.ts';
import { flattenRoutes, type PageRoute } from '../../shared/releases/flatten-routes.ts';
import { findConflict, patternFault } from '../../shared/releases/ownership.ts';
import { repositoryRoot } from '../workspace/root.ts';

const ROUTES = 'src/routes.tsx';
const CONFIG_FACTORY = /tooling\/vite\/remote\.ts$/;
/** Gives what a remote's configuration says, without Vite. */
const OWN_CONFIG = 'data:text/javascript,export const remoteConfig = (name, own = {}) => own;';
const LOADER_FILE = /\.loader\.ts$/;
/** In place of loaders, which import parts of their pages. */
const NO_LOADER = 'data:text/javascript,export const loader = () => null;';
const UNNAMED = /\bimport\((?!\s*(['"])[^'"]*\1\s*,?\s*\))/;
/** An import or export of more than types, and the module. */
const IMPORT = /^(?:import|export)\s+(?!type\b)([^'";]*?)\bfrom\s*['"]([^'"]+)['"]/gm;
const IMAGE = /['"]virtual:social-image(s?)\/([\w-]+)['"]/g;

interface CheckedRemote {
  name: string;
  folder: string;
  /** Text of its route table. */
  source: string;
  pages: PageRoute[];
}

interface OwnConfig {
  drawings?: { single?: object; series?: object };
}

/** @returns what is wrong, a sentence for each */
async function remoteFaults(root: string): Promise<string[]> {
  const folders = globSync(`mf-*/${ROUTES}`, { cwd: root }).map((file) => file.split(path.sep)[0]!);
  const faults: string[] = [];
  const remotes: CheckedRemote[] = [];
  for (const name of folders.toSorted()) {
    const folder = path.join(root, name);
    const source = readFileSync(path.join(folder, ROUTES), 'utf8');
    try {
      const { routes } = (await import(pathToFileURL(path.join(folder, ROUTES)).href)) as { routes: RouteObject[] };
      remotes.push({ name, folder, source, pages: flattenRoutes(routes) });
    } catch (error) {
      faults.push(`${name}/${ROUTES} cannot be read: ${(error as Error).message}`);
    }
  }
  return [
    ...faults,
    ...remotes.flatMap((remote) => routeFaults(remote)),
    ...leftInLock(root, folders),
    ...duplicateIds(remotes),
    ...claimedTwice(remotes),
    ...remotes.flatMap((remote) => unprovidedImports(remote)),
    ...(await Promise.all(remotes.map((remote) => unknownImages(remote)))).flat(),
  ];
}

function routeFaults({ name, source, pages }: CheckedRemote): string[] {
  const at = `${name}/${ROUTES}`;
  const prefix = `${name.replace(/^mf-/, '')}.`;
  const ids = pages.flatMap(({ id, path: pattern }) => {
    if (!id) return [`${at}: the route for "${pattern}" has no id. Give it one: id: '${prefix}<page>'.`];
    if (!id.startsWith(prefix)) return [`${at}: the id "${id}" must begin with "${prefix}", like all ids of ${name}.`];
    if (!source.includes(`id: '${id}'`))
      return [`${at}: write the id "${id}" out; the build looks for it in the text.`];
    return [];
  });
  const patterns = pages.flatMap((page) => patternFault(page.path) ?? []).map((fault) => `${at}: ${fault}`);
  const imports = UNNAMED.test(source) ? [`${at}: each import() must name its file literally.`] : [];
  return [...ids, ...patterns, ...imports, ...notFindable(at, pages)];
}

function notFindable(at: string, pages: PageRoute[]): string[] {
  return pages.flatMap((page) => {
    try {
      findableOf([page]);
      return [];
    } catch (error) {
      return [`${at}: ${(error as Error).message}`];
    }
  });
}

/** `npm ci` does not mind a folder that is gone: it installs that folder's packages, and a link to nothing. */
function leftInLock(root: string, folders: string[]): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: object };
  return Object.keys(packages)
    .filter((name) => /^mf-[^/]+$/.test(name) && !folders.includes(name))
    .map((name) => `package-lock.json: there is no ${name} any more. Run npm install.`);
}

function duplicateIds(remotes: CheckedRemote[]): string[] {
  const ids = remotes.flatMap(({ name, pages }) => pages.flatMap(({ id }) => (id ? [{ id, name }] : [])));
  const twice = ids.filter(({ id }, index) => ids.findIndex((other) => other.id === id) !== index);
  return twice.map(({ id, name }) => `${name}/${ROUTES}: another route has the id "${id}" already.`);
}

function claimedTwice(remotes: CheckedRemote[]): string[] {
  return remotes.flatMap(({ name, pages }, index) => {
    const patterns = pages.map(({ path: pattern }) => pattern.toLowerCase());
    const before = remotes.slice(0, index).map((other) => [other.name, other.pages.map((page) => page.path)] as const);
    const conflicts = pages.flatMap((page) => findConflict([page.path], Object.fromEntries(before)) ?? []);
    return [
      ...conflicts.map(
        ({ pattern, claimed, owner }) =>
          `${name}/${ROUTES}: "${pattern}" overlaps "${claimed}", which belongs to ${owner}.`,
      ),
      ...patterns
        .filter((pattern, at) => patterns.indexOf(pattern) !== at)
        .map((pattern) => `${name}/${ROUTES}: "${pattern}" is there twice.`),
    ];
  });
}

function sourcesOf(folder: string): { source: string; text: string }[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: folder }).map((source) => ({
    source,
    text: readFileSync(path.join(folder, source), 'utf8'),
  }));
}

function unprovidedImports({ name, folder }: CheckedRemote): string[] {
  const shipped = sourcesOf(folder).filter(({ source }) => !/\.test\.tsx?$/.test(source));
  return shipped.flatMap(({ source, text }) =>
    [...text.matchAll(IMPORT)].flatMap(([, clause, module]) => {
      const at = `${name}/${source}`;
      if (isBuiltin(module!)) return [`${at}: a remote has no modules of Node, on the server either: "${module}".`];
      const provided = new Map<string, '*' | readonly string[]>(Object.entries(sharedModules)).get(module!) ?? '*';
      if (provided === '*') return [];
      return namesIn(clause!)
        .filter((imported) => !provided.includes(imported))
        .map((imported) => `${at}: "${imported}" of ${module} is not in shared/contracts/shared-modules.ts.`);
    }),
  );
}

/** Names that an import asks of a module, without types. */
function namesIn(clause: string): string[] {
  const [, others = '', listed = ''] = /^([^{]*)\{?([^}]*)/.exec(clause)!;
  const whole = others.includes('*') ? ['*'] : others.trim() === '' ? [] : ['default'];
  const names = listed.split(',').map((each) => each.trim());
  return [...whole, ...names.filter((each) => each && !/^type\s/.test(each)).map((each) => each.split(/\s/)[0]!)];
}

async function unknownImages({ name, folder }: CheckedRemote): Promise<string[]> {
  const file = path.join(folder, 'vite.config.ts');
  const { default: own } = (await import(pathToFileURL(file).href)) as { default: OwnConfig };
  const single = ['brand', ...Object.keys(own.drawings?.single ?? {})];
  const series = Object.keys(own.drawings?.series ?? {});
  return sourcesOf(folder).flatMap(({ source, text }) =>
    [...text.matchAll(IMAGE)].flatMap(([, plural, image]) => {
      const known = plural ? series : single;
      if (known.includes(image!)) return [];
      return [
        `${name}/${source}: there is no image "${image}"; ${name}/vite.config.ts names ${known.join(', ') || 'none'}.`,
      ];
    }),
  );
}

/** Route tables are TypeScript, and ask whether they are on the server; otherwise both are dealt with by the build. */
registerHooks({
  resolve(specifier, context, next) {
    if (CONFIG_FACTORY.test(specifier)) return { url: OWN_CONFIG, shortCircuit: true };
    return LOADER_FILE.test(specifier) ? { url: NO_LOADER, shortCircuit: true } : next(specifier, context);
  },
  load(url, context, next) {
    if (!url.endsWith(`/${ROUTES}`)) return next(url, context);
    const text = readFileSync(fileURLToPath(url), 'utf8').replaceAll('import.meta.env', '({ SSR: true, PROD: true })');
    return { format: 'module', source: stripTypeScriptTypes(text), shortCircuit: true };
  },
});
const faults = await remoteFaults(path.resolve(process.argv[2] ?? repositoryRoot));
for (const fault of faults) console.log(fault);
process.exit(faults.length > 0 ? 1 : 0);
