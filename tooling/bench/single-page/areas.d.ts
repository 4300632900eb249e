/** Every remote with its routes, put together by the build (`build.ts`): the bench knows no remote by name. */
declare module 'virtual:areas' {
  import type { RouteObject } from 'react-router-dom';

  export const areas: { name: string; routes: RouteObject[] }[];
}
