import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { keyframes, ServerStyleSheet, styled } from 'styled-components';
import { expect, test } from 'vitest';
import { PageStyles } from './page-styles.ts';
import { shortCss } from './short-css.ts';
import { namesOf, namesOfFile, SPLITTER, type Names } from './style-text.ts';

const appear = keyframes`from { opacity: 0; } to { opacity: 1; }`;
const Card = styled.div.withConfig({ componentId: 'card' })`
  color: var(--text);
  &:hover { color: var(--accent); }
  @media (min-width: 600px) { color: var(--error); }
`;
const Wide = styled(Card).withConfig({ componentId: 'wide' })<{ $columns: number }>`
  columns: ${({ $columns }) => $columns};
  main:has(> &) + * { color: var(--text); }
`;
const Inner = styled.p.withConfig({ componentId: 'inner' })`
  animation: ${appear} 1s;
  ${Card}:hover & { color: var(--accent); }
`;
const one = (
  <Card>
    <Inner />
  </Card>
);
const two = (
  <Wide $columns={2}>
    <Wide $columns={3} className="named" />
  </Wide>
);

/** The text of a page's styles as styled-components would have written it. The numbers give the order only. */
function expanded(text: string): string {
  const told = namesOf(text).map(([id, names], group) => `data-styled.g${group + 1}[id="${id}"]{content:"${names},"}`);
  return text.replace(/\/\*.*?\*\/|\n/g, (line) => (line === '\n' ? '' : told.shift()!) + SPLITTER);
}

/** One page's styles as styled-components gives them. */
function alone(element: ReactNode): string {
  const sheet = new ServerStyleSheet();
  renderToString(sheet.collectStyles(element));
  return sheet.getStyleTags();
}

/** Rules and markers, both shortened, without the groups' numbers, which depend on what was rendered first. */
const parts = (style: string): string[] =>
  style
    .replace(/<style[^>]*>|<\/style>/g, '')
    .split('/*!sc*/\n')
    .map((part) => shortCss(part.replace(/^data-styled\.g\d+/, 'data-styled')))
    .toSorted();

function rendered(styles: PageStyles, element: ReactNode): string {
  const page = styles.forPage();
  return expanded(page.of(renderToString(page.collecting(element))));
}

test('each page gets what it would get alone, whatever was rendered before', () => {
  const styles = new PageStyles();
  for (const page of [one, two, one, <p key="none" />, two]) {
    expect(parts(rendered(styles, page))).toEqual(parts(alone(page)));
  }
  expect(rendered(styles, two)).not.toContain('keyframes');
  expect(rendered(styles, one)).toContain('@keyframes');
});

test('pages that are rendered at the same time do not get each other\u2019s rules', () => {
  const styles = new PageStyles();
  const compiled = styles.forPage();
  const htmls = [one, two].map((page) => renderToString(compiled.collecting(page)));
  expect(htmls.map((html) => parts(expanded(compiled.of(html))))).toEqual([one, two].map((page) => parts(alone(page))));
});

test('rules are in the order of their components', () => {
  const styles = new PageStyles();
  rendered(styles, two);
  const css = rendered(styles, <Wide $columns={5} />);
  expect(css.indexOf('color:var(--text)')).toBeLessThan(css.indexOf('columns:5'));
});

test('a component that makes rules without end fills no memory, and a page under way keeps what it has', () => {
  const styles = new PageStyles(20);
  const first = styles.forPage();
  const html = renderToString(first.collecting(one));
  const used = new Set([first]);
  for (let columns = 1; columns < 40; columns += 1) {
    const page = <Wide $columns={columns} />;
    const compiled = styles.forPage();
    expect(parts(expanded(compiled.of(renderToString(compiled.collecting(page)))))).toEqual(parts(alone(page)));
    expect(compiled.rules).toBeLessThan(30);
    used.add(compiled);
  }
  expect(used.size).toBeGreaterThan(2);
  expect(parts(expanded(first.of(html)))).toEqual(parts(alone(one)));
});

test('names are beside rules only where they are not the first class in them', () => {
  const compiled = new PageStyles().forPage();
  const text = compiled.of(renderToString(compiled.collecting(one)));
  expect(text).toContain('/*card*/');
  // `.card:hover .<name>` begins with another class, so the marker gives the name.
  expect(text).toMatch(/\/\*inner [a-zA-Z]+\*\//);
});

test('classes that no rule names are left out, and nothing else', () => {
  const compiled = new PageStyles().forPage();
  const html = renderToString(compiled.collecting(one)) + renderToString(compiled.collecting(two));
  const short = compiled.withoutIdle(`<b class="ql-a icon">${html}</b>`);
  expect(html).toMatch(/class="card \w+"><p class="inner \w+"/);
  expect(short, 'a rule of another component names the card').toMatch(
    /^<b class="ql-a icon"><div class="card \w+"><p class="\w+"/,
  );
  expect(short).not.toMatch(/\b(?:inner|wide)\b/);
  expect(short).toMatch(/ named"/);
});

test('the browser reads which rules there are, by component', () => {
  const compiled = new PageStyles().forPage();
  const text = compiled.of(renderToString(compiled.collecting(two))).replace(/<style[^>]*>|<\/style>/g, '');
  const told = namesOf(text).map(([id, names]) => `data-styled[id="${id}"]{content:"${names},"}`);
  const markers = parts(alone(two)).filter((part) => part.startsWith('data-styled'));
  expect(markers.length).toBeGreaterThan(0);
  expect(told.map((part) => shortCss(part)).toSorted()).toEqual(markers);
});

test('rules that only the later part of a page needs are apart, and no component\u2019s are divided', () => {
  const compiled = new PageStyles().forPage();
  const split = (element: ReactNode) => compiled.split(renderToString(compiled.collecting(element)));
  const above = <Wide $columns={2} />;
  const page = (
    <>
      {above}
      <div data-below="">
        <Wide $columns={4} />
        {one}
      </div>
    </>
  );
  const { styles, laterRules } = split(page);
  expect(styles).toMatch(/columns:2.*columns:4.*main:has/s);
  expect(styles).not.toMatch(/animation|keyframes/);
  expect(laterRules).toMatch(/animation.*keyframes/s);
  expect(laterRules).not.toContain('columns');
  expect(split(above)).toEqual({ styles: compiled.of(renderToString(above)), laterRules: null });
  expect(split(<div data-below="">{''}</div>).laterRules).toBeNull();
  // A visitor's words.
  expect(split([above, <input key="words" defaultValue={'a data-below="" b'} />, one]).laterRules).toBeNull();

  // The rules that a browser has from the file give the same names as the document would have.
  const cssRules = laterRules!
    .trim()
    .split('\n')
    .map((rule) => ({ style: { getPropertyValue: () => /^_\{--names:(.*)\}$/.exec(rule)?.[1] ?? '' } }));
  const inDocument = (element: string) => namesOf(element.replace(/<[^>]*>/g, ''));
  const sorted = (names: Names) => names.map(String).toSorted();
  const together = [...inDocument(styles), ...namesOfFile({ cssRules } as unknown as CSSStyleSheet)];
  expect(sorted(together)).toEqual(sorted(inDocument(compiled.of(renderToString(page)))));
});
