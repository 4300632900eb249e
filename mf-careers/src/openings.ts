/** Which roles are open, in the words of their pages. */
import { placeOf, type Role } from 'shared/content/roles';

/** Said of a role without an opening. */
export const NOT_OPEN = 'Not open at the moment';

const NUMBERS = ['Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** What the career page says of all roles: below its heading, and to search engines. */
export function openingsText(roles: readonly Role[]): { lead: string; description: string } {
  const open = roles.filter(({ opening }) => opening).map(({ title }) => title);
  const titles = new Intl.ListFormat('en-GB').format(open);
  if (open.length === 0)
    return {
      lead: 'No role is open at the moment. If one of these suits you, tell us all the same about work you are proud of.',
      description: 'What we look for in developers. No role is open at the moment.',
    };
  if (open.length === 1)
    return {
      lead: 'Come and cut cloth with us. One role is open: tell us about work you are proud of.',
      description: `One open role: ${titles}.`,
    };
  const number = NUMBERS[open.length - 2] ?? open.length;
  return {
    lead: `Come and cut cloth with us. ${number} roles are open: pick one and tell us about work you are proud of.`,
    description: `${number} open roles: ${titles}.`,
  };
}

/** `Port Harcourt · Full-time, permanent`, and whether it is not open: a single text, as it stands in a list. */
export function termsInBrief({ terms, opening }: Role): string {
  return [placeOf(terms), terms.contract, ...(opening ? [] : [NOT_OPEN])].join('\u00a0· ');
}
