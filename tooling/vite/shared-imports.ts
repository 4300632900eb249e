import type { Plugin } from 'vite';
import { sharedModules, type SharedModule } from '../../shared/contracts/shared-modules.ts';

interface ImportNode {
  type: string;
  source?: { value: string } | null;
  specifiers?: {
    type: string;
    imported?: { name?: string; value?: string };
    local?: { name?: string; value?: string };
  }[];
}

/**
 * Refuses imports that the shell does not provide and records those that it does.
 *
 * The shell shares an allow-list (`shared/contracts/shared-modules.ts`); any other name would be `undefined`
 * in a visitor's browser, so it fails here, with the file that asks for it. Emits `shared-exports.json`:
 * `{ "<module>": ["<name>", …] }`.
 */
export function sharedImports(): Plugin {
  const used = new Map<string, Set<string>>();

  return {
    name: 'site:shared-imports',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      used.clear();
    },
    transform(code, id) {
      if (!/\.[cm]?[jt]sx?(\?|$)/.test(id) || !importsShared(code)) return;
      for (const node of this.parse(code).body as unknown as ImportNode[]) {
        const source = node.source?.value;
        if (!source || !Object.hasOwn(sharedModules, source)) continue;
        const allowed = sharedModules[source as SharedModule] as '*' | readonly string[];
        for (const name of importedNames(node)) {
          if (allowed !== '*' && !allowed.includes(name)) {
            this.error(
              `${id} imports "${name}" from "${source}", which the shell does not provide. Provided are: ` +
                `${allowed.join(', ')}. To provide it, add it to shared/contracts/shared-modules.ts.`,
            );
          }
          const names = used.get(source) ?? new Set<string>();
          used.set(source, names.add(name));
        }
      }
    },
    generateBundle() {
      const record = Object.fromEntries([...used].toSorted().map(([source, names]) => [source, [...names].toSorted()]));
      this.emitFile({ type: 'asset', fileName: 'shared-exports.json', source: JSON.stringify(record, null, 1) });
    },
  };
}

const sharedSource = new RegExp(`['"](${Object.keys(sharedModules).join('|')})['"]`);
const importsShared = (code: string): boolean => sharedSource.test(code);

function importedNames(node: ImportNode): string[] {
  if (node.type === 'ExportAllDeclaration') return ['*'];
  return (node.specifiers ?? []).map((specifier) => {
    if (specifier.type === 'ImportNamespaceSpecifier') return '*';
    if (specifier.type === 'ImportDefaultSpecifier') return 'default';
    const name = node.type === 'ExportNamedDeclaration' ? specifier.local : specifier.imported;
    return name?.name ?? name?.value ?? 'default';
  });
}
