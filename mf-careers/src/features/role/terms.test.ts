import { roles, type Role } from 'shared/content/roles';
import { expect, test } from 'vitest';
import { factsOf } from './terms.ts';

const [role] = roles as [Role, ...Role[]];

test('every role says where, how and until when', () => {
  for (const each of roles) {
    const names = factsOf(each).map(([name]) => name);
    expect(names).toEqual(['Place', 'Contract', 'Working hours', 'Closing date']);
  }
});

test('the place is the office, and where the work may be done instead', () => {
  expect(factsOf(role)).toContainEqual(['Place', 'Port Harcourt, or remote within Nigeria']);
  const { remoteWithin: _, ...terms } = role.terms;
  expect(factsOf({ ...role, terms })).toContainEqual(['Place', 'Port Harcourt']);
});

test('a range of pay is shown where there is one, and a date where the role closes', () => {
  const facts = factsOf({
    ...role,
    terms: { ...role.terms, pay: { currency: 'NGN', from: 900_000, to: 1_200_000, per: 'month' } },
    opening: { since: '2026-11-02', until: '2027-01-31' },
  });
  expect(facts).toContainEqual(['Pay', 'NGN 900,000 to 1,200,000 a month, before tax']);
  expect(facts).toContainEqual(['Closing date', '31 January 2027']);
  expect(factsOf({ ...role, opening: { since: '2026-11-02' } })).toContainEqual(['Closing date', 'Open until filled']);
  const { opening: _, ...closed } = role;
  expect(factsOf(closed)).toContainEqual(['Opening', 'Not open at the moment']);
});
