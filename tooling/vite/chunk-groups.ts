/** Which modules of a remote go together: what its pages share, in few chunks. */
import path from 'node:path';
import type { Plugin } from 'vite';
import { sharedChunks } from '../../shared/chunk-groups.ts';

/** Modules with their own chunk, which the grouping by pages would put together with others. */
export interface ChunkGroup {
  name: string;
  /** How their paths begin, from the folder of all workspaces: `mf-blog/src/list/`, `shared/ui/prose`. */
  modules: readonly string[];
  /** It takes along what its modules import, before pages that share some of it can split it. */
  isFirst?: true;
}

/** Group of the chunks that pages share. */
const COMMON = 'common';

/** The route table, the loaders, which run before their pages have loaded, and what loads these. */
const start = /src.routes|\.loader\.ts|preload-helper|rolldown.runtime/;
const inEveryStart = (id: string): boolean =>
  [start, sharedChunks.start, sharedChunks.base].some((part) => part.test(id));

const isOf = (beginning: string, id: string): boolean => id.replaceAll('\\', '/').includes(`/${beginning}`);

/**
 * Few chunks instead of many small ones, and no page pays for another's components: what every page of a remote starts
 * with, what nearly every page is made of, and what is shared by the same few pages. The container's shared-module
 * proxies stay apart, as the plugin needs them.
 */
export function chunkGroups(groups: readonly ChunkGroup[]) {
  const own = groups.map(({ name, modules, isFirst }) => ({
    name,
    isFirst,
    test: (id: string) => modules.some((each) => isOf(each, id)),
  }));
  return [
    { name: 'start', test: inEveryStart },
    { name: 'form', test: sharedChunks.form },
    ...own.filter(({ isFirst }) => isFirst).map(({ name, test }) => ({ name, test })),
    {
      name: COMMON,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 4_500,
      test: (id: string) => !/node_modules|preload-helper/.test(id) && !own.some(({ test }) => test(id)),
    },
    // Last: a group takes along what its modules import, unless another one has it already.
    ...own.filter(({ isFirst }) => !isFirst).map(({ name, test }) => ({ name, test })),
  ];
}

/**
 * What pages share is called after all of them, `common~<page>~<page>`, which is long and changes with them. The first
 * of its modules names it instead: after another build, browsers tell by the name what they have of it (decision 088).
 */
export function chunkName(name: string, moduleIds: readonly string[]): string {
  if (!name.startsWith(`${COMMON}~`)) return name;
  const [first] = moduleIds.filter((id) => path.isAbsolute(id)).toSorted();
  return first === undefined ? COMMON : path.parse(first).name;
}

/** Fails a build whose groups name what is not in it: a module that moved would join others, and pages would grow. */
export function groupsAreThere(groups: readonly ChunkGroup[]): Plugin {
  return {
    name: 'groups-are-there',
    apply: 'build',
    buildEnd(error) {
      if (error) return;
      const ids = [...this.getModuleIds()];
      for (const { name, modules } of groups)
        for (const each of modules)
          if (!ids.some((id) => isOf(each, id)))
            this.error(`The chunk group '${name}' names ${each}, which no page imports. Name its modules as they are.`);
    },
  };
}
