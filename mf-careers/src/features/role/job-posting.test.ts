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
    jobLocation: {
      address: { addressLocality: 'Port Harcourt', addressRegion: 'Rivers State', addressCountry: 'Nigeria' },
    },
    url: 'https://site.test/career/senior-java-developer',
  });
});

test('a role that may be done from elsewhere says so', () => {
  expect(jobPosting(role!, facts)).toMatchObject({
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: { '@type': 'Country', name: 'Nigeria' },
  });
  const { remoteWithin: _, ...terms } = role!.terms;
  expect(jobPosting({ ...role!, terms }, facts)).not.toHaveProperty('jobLocationType');
});

test('it says until when and for how much, where that is known', () => {
  const posting = jobPosting(
    {
      ...role!,
      terms: { ...role!.terms, pay: { currency: 'NGN', from: 900_000, to: 1_200_000, per: 'month' } },
      opening: { since: '2026-11-02', until: '2027-01-31' },
    },
    facts,
  );
  expect(posting).toMatchObject({
    employmentType: 'FULL_TIME',
    validThrough: '2027-01-31',
    baseSalary: { currency: 'NGN', value: { minValue: 900_000, maxValue: 1_200_000, unitText: 'MONTH' } },
  });
  expect(jobPosting(role!, facts)).not.toHaveProperty('baseSalary');
});

test('a role that is not open is not a job posting', () => {
  const { opening: _, ...closed } = role!;
  expect(jobPosting(closed, facts)).toBeUndefined();
});
