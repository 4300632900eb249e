import { roles, type Role } from 'shared/content/roles';
import { expect, test } from 'vitest';
import { openingsText, termsInBrief } from './openings.ts';

/** The first roles are open, the others are not. */
const withOpen = (count: number): Role[] =>
  roles.map(({ opening, ...role }, index) => (index < count && opening ? { ...role, opening } : role));

test('the career page counts the roles that are open, and names them', () => {
  expect(openingsText(roles)).toEqual({
    lead: 'Come and cut cloth with us. Six roles are open: pick one and tell us about work you are proud of.',
    description:
      'Six open roles: Senior Java developer, Frontend developer, Backend developer, Flutter developer, ' +
      'React-native developer and React developer.',
  });
  expect(openingsText(withOpen(2))).toEqual({
    lead: expect.stringContaining(' Two roles are open: '),
    description: 'Two open roles: Senior Java developer and Frontend developer.',
  });
  expect(openingsText(withOpen(1))).toEqual({
    lead: expect.stringContaining(' One role is open: tell us'),
    description: 'One open role: Senior Java developer.',
  });
  expect(openingsText(withOpen(0))).toEqual({
    lead: expect.stringMatching(/^No role is open at the moment\. /),
    description: expect.stringMatching(/ No role is open at the moment\.$/),
  });
});

test('in a list, a role that is not open says so', () => {
  const [open, closed] = withOpen(1) as [Role, Role];
  expect(termsInBrief(open)).toBe('Port Harcourt, or remote within Nigeria\u00a0· Full-time, permanent');
  expect(termsInBrief(closed)).toBe(`${termsInBrief(open)}\u00a0· Not open at the moment`);
});
