import type { Plugin } from 'vite';
import type { Node } from './syntax-tree.ts';

const FUNCTION = 'serverRendered';

/**
 * Makes components of `serverRendered` available at once where they must be: on the server, and in development for hot
 * reload. `serverRendered(importing)` becomes `serverRendered(importing, await (importing)())`; the browser's
 * production build keeps it as written, and loads the component only after navigation (decision 028).
 */
export function presentOnServer(): Plugin {
  let isPresent = false;
  return {
    name: 'site:present-on-server',
    configResolved({ isProduction, build }) {
      isPresent = !isProduction || Boolean(build.ssr);
    },
    transform(code, id) {
      if (!isPresent || !/\.tsx?(\?|$)/.test(id) || !code.includes(`${FUNCTION}(`)) return;
      const { body } = this.parse(code) as unknown as { body: Node[] };
      const given = body.flatMap(argumentsOfCalls).toSorted((a, b) => b.end - a.end);
      if (given.length === 0) return;
      const present = given.reduce(
        (text, { start, end }) => `${text.slice(0, end)}, await (${code.slice(start, end)})()${text.slice(end)}`,
        code,
      );
      return { code: present, map: null };
    },
  };
}

/** What `const X = serverRendered(…)` and `export const X = serverRendered(…)` are given, at the top of a module. */
function argumentsOfCalls(statement: Node): Node[] {
  const declaration = (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement) as Node | null;
  if (declaration?.type !== 'VariableDeclaration') return [];
  return (declaration.declarations as { init: Node | null }[]).flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || (init.callee as { name?: string }).name !== FUNCTION) return [];
    const given = init.arguments as Node[];
    return given.length === 1 ? given : [];
  });
}
