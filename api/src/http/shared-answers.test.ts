import { expect, test } from 'vitest';
import { shareAnswers } from './shared-answers.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('those who ask in one turn get one answer, read after the last has asked', async () => {
  let value = 'before';
  let readings = 0;
  const answer = shareAnswers((key) => {
    readings += 1;
    return Promise.resolve(JSON.stringify([key, value]));
  });
  const first = answer('1');
  value = 'after';
  const [one, two, other] = await Promise.all([first, answer('1'), answer('2')]);
  expect(one.body.toString()).toBe('["1","after"]');
  expect(two).toBe(one);
  expect(other.body.toString()).toBe('["2","after"]');
  expect(other.tag).not.toBe(one.tag);
  expect(readings).toBe(2);

  // A reading that has ended is forgotten: the next one waits for the end of its turn again.
  const next = answer('1');
  for (let jobs = 0; jobs < 5; jobs += 1) await Promise.resolve();
  value = 'later';
  expect((await next).body.toString()).toBe('["1","later"]');
});

test('those who ask while it is read get the next reading, with all who came in between', async () => {
  const readings: PromiseWithResolvers<string>[] = [];
  const answer = shareAnswers(() => {
    const reading = Promise.withResolvers<string>();
    readings.push(reading);
    return reading.promise;
  });
  const early = answer('1');
  await turn();
  await turn();
  const late = [answer('1'), answer('1')];
  await turn();
  expect(readings).toHaveLength(1);
  readings[0]!.resolve('"old"');
  expect((await early).body.toString()).toBe('"old"');
  await turn();
  expect(readings).toHaveLength(2);
  readings[1]!.resolve('"new"');
  for (const each of await Promise.all(late)) expect(each.body.toString()).toBe('"new"');
});

test('a failure is for those who asked then, and nobody later', async () => {
  let fails = true;
  const answer = shareAnswers(() => (fails ? Promise.reject(new Error('away')) : Promise.resolve('"here"')));
  const results = await Promise.allSettled([answer('1'), answer('1')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  fails = false;
  expect((await answer('1')).body.toString()).toBe('"here"');
});
