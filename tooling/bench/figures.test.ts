/** What the bench makes of traces, documents and rows of figures. */
import { expect, test } from 'vitest';
import { mainThreadOf } from './main-thread.ts';
import { wordsAlone } from './static-copy.ts';
import { inpOf, percentile } from './statistics.ts';

const task = (ts: number, tdur: number, [pid, tid] = [7, 7]) => ({ name: 'RunTask', ts, tdur, pid, tid });

test('tasks are those of the thread that painted, and hydration comes after the paint', () => {
  const paint = { name: 'firstContentfulPaint', ts: 100, pid: 7, tid: 7 };
  const everybodys = { ...paint, name: 'GlobalFirstContentfulPaint', pid: 0, tid: 0 };
  const script = { ...task(121, 500), name: 'v8.callFunction' };
  const events = [
    everybodys,
    task(10, 9_000),
    paint,
    task(110, 4_000),
    { ...task(120, 1_000), dur: 5 },
    script,
    { ...script, name: 'V8.CompileCode' },
    { ...script, name: 'V8.CompileCode', tid: 8 },
    task(130, 50_000, [7, 8]),
  ];
  expect(mainThreadOf(events)).toEqual({
    busy: 14,
    longestTask: 9,
    longestTaskAfterPaint: 4,
    longestScriptTask: 1,
    tools: 0,
    compiled: 1,
  });
});

test('what the tools read for their own sake is taken out of the task that it was in, and said', () => {
  const paint = { name: 'firstContentfulPaint', ts: 5, pid: 7, tid: 7 };
  const long = { ...task(10, 90_000), dur: 100_000 };
  const reading = { ...task(20_000, 60_000), name: 'V8.CollectSourcePositions', dur: 65_000 };
  const next = { ...task(100_020, 40_000), dur: 40_000 };
  expect(mainThreadOf([paint, long, reading, next])).toEqual({
    busy: 70,
    longestTask: 40,
    longestTaskAfterPaint: 40,
    longestScriptTask: 0,
    tools: 60,
    compiled: 0,
  });
});

test('on a page that had been opened already, they are those of its process, which is the busiest', () => {
  const thread = (id: number, name: string) => ({ name: 'thread_name', ts: 0, pid: id, tid: id, args: { name } });
  const events = [
    thread(7, 'CrRendererMain'),
    thread(8, 'CrRendererMain'),
    thread(9, 'CrBrowserMain'),
    task(10, 3_000),
    task(20, 2_000),
    task(30, 4_000, [8, 8]),
    task(40, 90_000, [9, 9]),
  ];
  expect(mainThreadOf(events)).toMatchObject({ busy: 5, longestTask: 3 });
});

test('the words of a page are left without styles, fonts, drawings and scripts', () => {
  const html =
    '<head><title>T</title><style>a{}</style><link rel="preload" as="font" href="/f"><script>1</script></head>' +
    '<body><svg><path d="M0 0"/></svg><p class="a">Some <a href="/b">words</a></p><img src="/c.png" alt="d"></body>';
  expect(wordsAlone(html)).toBe(
    '<head><title>T</title></head>' +
      '<body><p class="a">Some <a href="/b">words</a></p><img src="/c.png" alt="d"></body>',
  );
});

test('a percentile is a value of the series', () => {
  const values = Array.from({ length: 60 }, (_, index) => 60 - index);
  expect(percentile(values, 95)).toBe(57);
  expect(percentile([3], 95)).toBe(3);
});

test('INP leaves out the longest wait of every 50 presses, and none of fewer', () => {
  expect(inpOf([24, 72, 40], 3)).toBe(72);
  expect(inpOf([24, 72, 40], 49)).toBe(72);
  expect(inpOf([24, 72, 40], 50)).toBe(40);
  expect(inpOf([24, 72, 40], 132)).toBe(24);
  expect(inpOf([], 50), 'all were too short to be reported').toBe(0);
});
