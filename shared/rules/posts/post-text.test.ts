import { describe, expect, test } from 'vitest';
import { firstWords } from './post-text.ts';

describe('the first words of a post', () => {
  test('are text without markup', () => {
    expect(firstWords('<p>Cut &amp; sew<br>&lt;b&gt; is text</p>\n<p>More</p>', 100)).toBe(
      'Cut & sew <b> is text More',
    );
  });

  test('keep words together that are formatted', () => {
    expect(firstWords('<p>H<sub>2</sub>O, <a href="https://a.example/">over <b>the</b>re</a>.<br />New</p>', 100)).toBe(
      'H2O, over there. New',
    );
    expect(firstWords('<p>(<a href="https://a.example/">here</a>)</p>', 100)).toBe('(here)');
  });

  test('include no headings and no code, unless there is nothing else', () => {
    expect(firstWords('<h2>Why</h2><p>We cut.</p><pre class="x">npm\nstart</pre><p>We sew.</p>', 100)).toBe(
      'We cut. We sew.',
    );
    expect(firstWords('<h2>Why</h2><p>We cut.</p><h2>How</h2><p>We sew.</p>', 100)).toBe('We cut. We sew.');
    expect(firstWords('<h2>Why <em>not</em></h2>', 100)).toBe('Why not');
  });

  test('end between words', () => {
    expect(firstWords('<p>one two three, four</p>', 14)).toBe('one two three…');
    expect(firstWords('<p>one two three, four</p>', 16)).toBe('one two three…');
    expect(firstWords('<p>one two three, four</p>', 19), 'all of it').toBe('one two three, four');
    expect(firstWords('<p>Here it begins. And goes on.</p>', 16), 'no full stop before the dots').toBe(
      'Here it begins…',
    );
    expect(firstWords('<p>Here it begins... And goes on.</p>', 18)).toBe('Here it begins…');
  });

  test('are cut within a word that is longer than half of them, but never within a character', () => {
    expect(firstWords(`<p>A ${'x'.repeat(50)}</p>`, 10)).toBe(`A ${'x'.repeat(8)}…`);
    expect(firstWords(`<p>${'😀'.repeat(20)}</p>`, 11)).toBe(`${'😀'.repeat(5)}…`);
    for (const character of ['👩‍💻', '🇳🇬', '👍🏿', 'ẹ́', 'ที่', 'क्षि'])
      expect(firstWords(`<p>${character.repeat(20)}</p>`, 11), character).toBe(
        `${character.repeat(Math.floor(11 / character.length))}…`,
      );
  });
});
