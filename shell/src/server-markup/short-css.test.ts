import { expect, test } from 'vitest';
import { shortCss } from './short-css.ts';

test.each([
  [
    'white space and the last semicolon',
    ' a , b > c {\n  color: red ;\n  margin: 0 auto;\n}\n',
    'a,b>c{color:red;margin:0 auto}',
  ],
  ['comments', '/* one */ a { color: red; /* two;\n three */ }', 'a{color:red}'],
  ['the space before importance', 'a { color: red !important; }', 'a{color:red!important}'],
  ['the space before a query', '@media (width > 9px) { a { b: c } }', '@media(width>9px){a{b:c}}'],
  ['blocks in blocks', '@media print { a { b: c; } d { e: f } }', '@media print{a{b:c}d{e:f}}'],
])('%s go', (_, long, short) => {
  expect(shortCss(long)).toBe(short);
});

test.each([
  ['strings', `a{content:" ; } , > : ";b:'/* none */  '}`],
  ['the space of a descendant that begins with a colon', 'a :hover{color:red}'],
  ['the space before a parenthesis', '@media not print and (width>9px){a{b:c}}'],
  ['spaces around the signs of a sum', 'a{width:calc(1px + 2px - 3px)}'],
])('%s stay', (_, css) => {
  expect(shortCss(css)).toBe(css);
});
