import type { Role } from 'shared/content/roles';
import { href, paths } from 'shared/contracts/paths';

/** Where 'Apply' leads: to the form, with the role already chosen. */
export const applyHref = ({ slug }: Role): string => `${href(paths.career)}?role=${slug}#apply`;
