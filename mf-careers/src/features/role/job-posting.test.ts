import { expect, test } from 'vitest';
import { company } from 'shared/content/company';
import { roles } from 'shared/content/roles';
import { jobPosting } from './job-posting.ts';

const facts = { company, origin: 'https://site.test' };
const [role] = roles;

test('an open role has all that search engines require', () => {
  expect(jobPosting(role!, facts)).toMatchObject({
    '@type': 'JobPosting',
    title: 'Senior Java developer',
    datePosted: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    hiringOrganization: { name: 'Portloom', sameAs: 'https://site.test' },
    jobLocation: { address: { addressCountry: 'Nigeria' } },
    url: 'https://site.test/career/senior-java-developer',
  });
});

test('a role that is not open is not a job posting', () => {
  const { opening: _, ...closed } = role!;
  expect(jobPosting(closed, facts)).toBeUndefined();
});
