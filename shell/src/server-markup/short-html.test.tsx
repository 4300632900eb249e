import { parseFragment, serialize } from 'parse5';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { shortHtml } from './short-html.ts';

test('empty elements of drawings, and what only a framework\u2019s server looks for, are short', () => {
  const drawing = (
    <svg>
      <path d="M0 0h1" />
      <use href="#a" />
      <text />
    </svg>
  );
  expect(shortHtml(renderToString(drawing))).toBe('<svg><path d="M0 0h1"/><use href=#a /><text></text></svg>');

  const router = createMemoryRouter([{ path: '*', element: <Link to="/faq">Questions</Link> }]);
  expect(shortHtml(renderToString(<RouterProvider router={router} />))).toBe('<a href=/faq>Questions</a>');
});

test('a browser reads the same page', () => {
  const page = (
    <div className="one two">
      <ul className="one">
        <li>
          <p>Words</p>
          <p className="two">more</p>
        </li>
        <li>last</li>
      </ul>
      <svg viewBox="0 0 9 9" aria-hidden="true" data-onward="">
        <g fill="url(#a)">
          <path id="b" d="M0 0z" />
          <rect fill="url(#a-b)" />
        </g>
        <use href="/x/" y="0.5" />
        <text x="1">a="b"</text>
      </svg>
      <p id="words" data-static="" aria-label="two words" hidden>
        before <a href="/faq">a link</a>
      </p>
    </div>
  );
  const html = renderToString(page);
  const short = shortHtml(html);
  expect(short.length).toBeLessThan(html.length * 0.85);
  expect(serialize(parseFragment(short))).toBe(serialize(parseFragment(html)));
});

test('words stay as they are', () => {
  const paragraph = <p title={'></path> data-discover="true"'}>{'></path> data-discover="true"'}</p>;
  expect(shortHtml(renderToString(paragraph))).toBe(renderToString(paragraph));
  const words = 'a data-discover="true" class="b" fill="c"';
  const post = <div dangerouslySetInnerHTML={{ __html: `<p>Links have <code>${words}</code>, always.</p>` }} />;
  const read = (html: string) => serialize(parseFragment(html));
  expect(shortHtml(renderToString(post))).toContain(words);
  expect(read(shortHtml(renderToString(post)))).toBe(read(renderToString(post)));
});
