import { expect, test } from 'vitest';
import { legalText } from './legal-texts.ts';

const text = (body: string) => legalText(`---\ntitle: Terms: all\ndescription: What holds.\nupdated: [date]\n---\n${body}`);

test('sections with their anchors, links, placeholders and facts of the company', () => {
  expect(text('## Who & where\n\nWrite to {email} under [jurisdiction], see [the refund](/refund).\n\n- **One.** `x`\n')).toEqual({
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
          { tag: 'ul', children: [{ tag: 'li', children: [{ tag: 'strong', children: ['One.'] }, ' ', { tag: 'code', children: ['x'] }] }] },
        ],
      },
    ],
  });
});

test('what the pages do not show is refused, with the reason', () => {
  expect(() => legalText('## No head')).toThrow('It must begin with a head');
  expect(() => text('Words without a section.')).toThrow('must begin with a section');
  expect(() => text('## A\n\n{phnoe}')).toThrow('{phnoe} is not one of {name}, {email}, {phone}, {address}, {hours}.');
  expect(() => text('## A\n\n<b>bold</b>')).toThrow('which the pages do not show');
  expect(() => text('## A\n\n## A')).toThrow('Two sections are called "A"');
});
