import type { Role } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';

/** Where 'Apply' leads: to the form, which then has the role. */
export const applyHref = ({ slug }: Role): string => `${href(paths.career)}?role=${slug}#apply`;
