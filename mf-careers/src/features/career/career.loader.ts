import type { LoaderFunctionArgs } from 'react-router-dom';
import type { ResultNotice } from './result-notice.ts';
import { RoleList } from './role-list.ts';

export interface CareerData {
  /** The result of a form sent without script, which is in this page's URL. */
  notice?: ResultNotice | undefined;
}

/**
 * Waits for the roles' code, so that the page is complete when a navigation shows it.
 * @throws if it does not arrive, unless the page, with what a visitor has typed, has loaded already
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<CareerData> {
  if (import.meta.env.SSR)
    return { notice: (await import('./result-notice.ts')).resultNotice(new URL(request.url).searchParams) };
  await RoleList.load().catch((error: unknown) => {
    if (!document.querySelector('#roles')) throw error;
  });
  return {};
}
