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
  expect(shortHtml(renderToString(drawing))).toBe('<svg><path d="M0 0h1"/><use href="#a"/><text></text></svg>');

  const router = createMemoryRouter([{ path: '*', element: <Link to="/faq">Questions</Link> }]);
  expect(shortHtml(renderToString(<RouterProvider router={router} />))).toBe('<a href="/faq">Questions</a>');
});

test('words stay as they are', () => {
  const words = <p title={'></path> data-discover="true"'}>{'></path> data-discover="true"'}</p>;
  expect(shortHtml(renderToString(words))).toBe(renderToString(words));
  const post = <div dangerouslySetInnerHTML={{ __html: '<p>Links have <code>a data-discover="true"</code></p>' }} />;
  expect(shortHtml(renderToString(post))).toBe(renderToString(post));
});
