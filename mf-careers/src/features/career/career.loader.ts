import type { LoaderFunctionArgs } from 'react-router-dom';
import type { Outcome } from './result-notice.ts';
import { RoleList } from './role-list.ts';

export interface CareerData {
  /** What became of a form that was sent without script, whose answer is an address of this page. */
  outcome?: Outcome | undefined;
}

/** With the roles' code a page is complete when a visitor comes to it by navigation. */
export async function loader({ request }: LoaderFunctionArgs): Promise<CareerData> {
  if (import.meta.env.SSR)
    return { outcome: (await import('./result-notice.ts')).outcomeOf(new URL(request.url).searchParams) };
  await RoleList.load().catch(() => undefined);
  return {};
}
