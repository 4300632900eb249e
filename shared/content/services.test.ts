import { expect, test } from 'vitest';
import { serviceHref, services } from './services.ts';

test('the six services of the specification, in its order', () => {
  expect(services.map(({ title }) => title)).toEqual([
    'Web Development',
    'Mobile App Development',
    'UI/UX Design',
    'Graphic Design',
    'Backend Development',
    'Frontend Development',
  ]);
});

test('each has its own cloth', () => {
  const names = services.map(({ sett }) => sett);
  expect(new Set(names).size).toBe(services.length);
});

test('a button names its service in the URL', () => {
  expect(services.map(serviceHref)).toContain('/getInTouch?service=ui-ux');
});
