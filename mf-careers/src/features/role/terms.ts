/** The facts of a role as the page shows them. */
import { dayText } from 'shared/ui/day';
import { placeOf, type Role } from 'shared/content/roles';
import { NOT_OPEN } from '../../openings.ts';

/** @returns names and values, in the order in which applicants ask for them */
export function factsOf({ terms, opening }: Role): [name: string, value: string][] {
  const { contract, hours, pay } = terms;
  return [
    ['Place', placeOf(terms)],
    ['Contract', contract],
    ['Working hours', hours],
    ...(pay ? [['Pay', payText(pay)] satisfies [string, string]] : []),
    opening
      ? ['Closing date', opening.until ? dayText(opening.until, 'UTC') : 'Open until filled']
      : ['Opening', NOT_OPEN],
  ];
}

/** `NGN 900,000 to 1,200,000 a month, before tax` */
function payText({ currency, from, to, per }: NonNullable<Role['terms']['pay']>): string {
  const [low, high] = [from, to].map((amount) => amount.toLocaleString('en-GB'));
  return `${currency} ${low} to ${high} a ${per}, before tax`;
}
