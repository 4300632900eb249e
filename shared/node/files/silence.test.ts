import { expect, onTestFinished, test } from 'vitest';
import { Silence } from './silence.ts';

test('a body without an end is given up, and its source is told', async () => {
  const silence = new Silence(60_000);
  onTestFinished(() => silence.end());
  const source = { sent: 0, isEnded: false };
  async function* endless(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        source.sent += 4;
        yield await Promise.resolve(new Uint8Array(4));
      }
    } finally {
      source.isEnded = true;
    }
  }
  await expect(silence.all(endless(), 10)).rejects.toThrow('It has more than 10 bytes');
  expect(source).toEqual({ sent: 12, isEnded: true });
  expect(await silence.all([new Uint8Array(4), new Uint8Array(6)], 10), 'as many as allowed').toHaveLength(10);
});
