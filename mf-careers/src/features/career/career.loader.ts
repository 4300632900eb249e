import type { LoaderFunctionArgs } from 'react-router-dom';
import type { ResultNotice } from './result-notice.ts';
import { RoleList } from './role-list.ts';

export interface CareerData {
  /** What became of a form that was sent without script, whose answer is a URL of this page. */
  notice?: ResultNotice | undefined;
}

/** With the roles' code a page is complete when a visitor comes to it by navigation. */
export async function loader({ request }: LoaderFunctionArgs): Promise<CareerData> {
  if (import.meta.env.SSR)
    return { notice: (await import('./result-notice.ts')).resultNotice(new URL(request.url).searchParams) };
  await RoleList.load().catch(() => undefined);
  return {};
}
