import { expect, test } from 'vitest';
import { processorTime } from 'shared/node/test-support/processor-time';
import { storableHtml } from './html/storable-html.ts';
import { presentPost } from './presenter.ts';

const present = (content: string) =>
  presentPost({ id: 1, title: 'Looms', content, author: null, createdAt: '', editedAt: null }).content;

test('however much there is to read, each post is sanitised once', () => {
  const text = storableHtml(`<p>Warp <b>and weft</b>${' and warp'.repeat(10)}</p>`.repeat(900));
  const contents = Array.from({ length: 50 }, (_, n) => `${text}<p>${n}</p>`);
  const cost = () => {
    const used = processorTime();
    expect(contents.map(present)).toEqual(contents);
    return used();
  };
  const first = cost();
  expect(cost()).toBeLessThan(first / 4);
});

test('content that sanitising changes, as that of an older row, is shown changed each time', () => {
  for (let times = 0; times < 2; times += 1)
    expect(present('<p onclick="x()">Warp</p><script>x()</script>')).toBe('<p>Warp</p>');
});
