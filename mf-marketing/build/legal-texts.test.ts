import { readdirSync, readFileSync } from 'node:fs';
import { retention, retentionPeriod, retentionTable } from '../../shared/rules/retention.ts';
import { samples } from '../../shared/content/samples.ts';
import { describe, expect, test } from 'vitest';
import { legalText } from './legal-texts.ts';

const text = (body: string) =>
  legalText(`---\ntitle: Terms: all\ndescription: What holds.\nupdated: [date]\n---\n${body}`);

test('sections with their anchors, links, placeholders and facts of the company', () => {
  expect(
    text('## Who & where\n\nWrite to {email} under [jurisdiction], see [the refund](/refund).\n\n- **One.** `x`\n'),
  ).toEqual({
    title: 'Terms: all',
    description: 'What holds.',
    updated: { tag: 'p', children: ['Last updated ', { tag: 'mark', children: ['[date]'] }] },
    sections: [
      {
        id: 'who-where',
        heading: 'Who & where',
        body: [
          {
            tag: 'p',
            children: [
              'Write to ',
              { fact: 'email' },
              ' under ',
              { tag: 'mark', children: ['[jurisdiction]'] },
              ', see ',
              { tag: 'a', to: '/refund', children: ['the refund'] },
              '.',
            ],
          },
          {
            tag: 'ul',
            children: [
              { tag: 'li', children: [{ tag: 'strong', children: ['One.'] }, ' ', { tag: 'code', children: ['x'] }] },
            ],
          },
        ],
      },
    ],
  });
});

test('what the pages do not show is refused, with the reason', () => {
  expect(() => legalText('## No head')).toThrow('It must begin with a head');
  expect(() => text('Words without a section.')).toThrow('must begin with a section');
  expect(() => text('## A\n\n{phnoe}')).toThrow('{phnoe} is not one of {name}, {email}, {phone}, {address}, {hours}.');
  expect(() => text('## A\n\n{period of cookies}')).toThrow(
    '{period of cookies} is not about one of messages, applications, ',
  );
  expect(() => text('## A\n\n<b>bold</b>')).toThrow('which the pages do not show');
  expect(() => text('## A\n\n## A')).toThrow('Two sections are called "A"');
});

test('a period and the whole table come from the table of what is kept', () => {
  const [section] = text(
    '## Kept\n\nLogged in for {period of sessions}, uploads for {period of uploads}.\n\n{retention}\n',
  ).sections;
  expect(section?.body).toEqual([
    { tag: 'p', children: ['Logged in for ', '14 days', ', uploads for ', '1 hour', '.'] },
    {
      columns: ['What', 'What for', 'How long'],
      rows: retentionTable().map(({ what, why, period }) => [[what], [why], [period]]),
    },
  ]);
  const shown = JSON.stringify(section);
  for (const kind of Object.keys(retention) as (keyof typeof retention)[]) {
    expect(shown).toContain(JSON.stringify(retention[kind].what));
    expect(shown).toContain(`"${retentionPeriod(kind)} after ${retention[kind].after}"`);
  }
});

describe('the published texts', () => {
  const folder = new URL('../../mf-marketing/src/content/legal/', import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const source = (name: string) => readFileSync(new URL(name, folder), 'utf8');

  test.each(names)('%s leaves nothing open but the jurisdiction', (name) => {
    const open = [
      ...JSON.stringify(legalText(source(name))).matchAll(/\{"tag":"mark","children":\["([^"]*)"\]\}/g),
    ].map(([, words]) => words);
    expect(open.filter((words) => words !== '[jurisdiction]')).toEqual([]);
  });

  test('what is open in them is among what the owner is reminded of', () => {
    expect(names.some((name) => source(name).includes('[jurisdiction]'))).toBe(samples.jurisdiction);
  });

  test('the privacy policy gives every period, each from its one source', () => {
    const policy = source('privacy.md');
    expect(policy).toContain('\n\n{retention}\n');
    expect(policy).not.toMatch(/\d+ (hour|day|week|month)/);
  });
});
