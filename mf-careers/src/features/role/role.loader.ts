import type { LoaderFunctionArgs } from 'react-router-dom';
import { roleOf } from 'shared/content/roles';

/** The roles are part of the page's code; this only says whether the role exists. */
export function loader({ params }: LoaderFunctionArgs) {
  if (!roleOf(params.slug)) throw new Response('There is no such role.', { status: 404 });
  return null;
}
