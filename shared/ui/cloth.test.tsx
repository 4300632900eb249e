import { renderToStaticMarkup } from 'react-dom/server';
import { ServerStyleSheet } from 'styled-components';
import { expect, test } from 'vitest';
import { lozengeBand } from '../theme/cloth/bands.ts';
import { avatarCloth, coverCloth } from '../theme/cloth/generated.ts';
import { swatchCloth } from '../theme/cloth/swatches.ts';
import { documentPatterns } from '../theme/cloth/document-patterns.ts';
import { linings, WORDMARK_ID, type SettName } from '../theme/cloth/weave.ts';
import { Cloth, ClothBox } from './cloth.tsx';
import { Section } from './layout.tsx';

test.each([
  ['a cover', coverCloth('7', { width: 648, height: 216 })],
  ['a portrait', avatarCloth('Ada Obi', { width: 360, height: 420, thread: 6, cell: 18 }, 'creek')],
  ['the band of lozenges', lozengeBand()],
  ['a swatch', swatchCloth({ slug: 'frontend', sett: 'creek' })],
])('%s is small, and the same on the server and in the browser', (_, spec) => {
  const markup = renderToStaticMarkup(<Cloth spec={spec} />);
  expect(markup).toBe(renderToStaticMarkup(<Cloth spec={structuredClone(spec)} />));
  expect(markup.length).toBeLessThan(4_300);
});

test('a cloth that shows the page has no lining of its own, and a repeated cut is drawn once for each repeat', () => {
  const markup = renderToStaticMarkup(<Cloth spec={{ ...lozengeBand(), lining: 'page' }} />);
  expect(markup).toMatch(/<pattern[^>]*g"[^>]*><path fill="var\(--ground\)"/);
  expect(markup.match(/<use /g)).toHaveLength(12);
  expect(markup).toMatch(/x="34".*x="-34".*x="68"/);
});

test('what a cloth is filled with is in its document once', () => {
  for (const sett of Object.keys(linings) as SettName[]) {
    const spec = {
      sett,
      width: 60,
      height: 60,
      thread: 6,
      cut: 'M1 1h1v1h-1z',
      clip: { id: WORDMARK_ID, transform: '' },
    };
    const page = renderToStaticMarkup(
      <>
        <Cloth spec={spec} />
        <Cloth spec={{ ...spec, offset: [1, 2], thread: 4 }} />
      </>,
    );
    const document = documentPatterns(page) + page;
    const ids = [...document.matchAll(/ id="?([^"\s/>]+)/g)].map(([, id]) => id);
    const named = [...page.matchAll(/(?:url\(|href=")#([^)"]+)/g)].map(([, id]) => id);
    expect(named.filter((id) => !ids.includes(id))).toEqual([]);
    const shared = [`${sett}-warp`, `${sett}-weft`, `lining-${linings[sett]}-833`, `lining-${linings[sett]}-750`];
    expect(named).toEqual(expect.arrayContaining(shared));
    for (const id of shared) expect(ids.filter((other) => other === id)).toHaveLength(1);
  }
  expect(documentPatterns('<a href="#how-it-works"></a>')).not.toContain('stroke=');
});

test('boxes of cloths and sections of any ground have their rules in a page once', () => {
  const sheet = new ServerStyleSheet();
  const markup = renderToStaticMarkup(
    sheet.collectStyles(
      <Section>
        <ClothBox />
        <ClothBox $middle />
        <Section ground="tint" />
        <Section ground="sunken" />
      </Section>,
    ),
  );
  const rules = sheet.getStyleTags();
  expect(rules.match(/crispEdges/g)).toHaveLength(1);
  expect(rules.match(/scroll-margin-top/g)).toHaveLength(1);
  const classes = [...markup.matchAll(/class="([^"]*)"/g)].map(([, names]) => names!.split(' '));
  const ruled = classes.map((names) => names.filter((name) => rules.includes(`.${name}{`)).length);
  expect(ruled, 'a class more for what only some have').toEqual([1, 1, 2, 2, 2]);
});
