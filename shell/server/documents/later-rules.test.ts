import { brotliDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { compressed } from '../kept-pages/encodings.ts';
import { LaterRules } from './later-rules.ts';

const nameOf = (url: string): string => /^\/assets\/rules\/([\w-]+\.css)\?/.exec(url)![1]!;

test('the same rules have the same address in every shell, and others another', async () => {
  const [one, other] = [new LaterRules(), new LaterRules()];
  const url = one.urlOf('.a{color:red}', '/');
  expect(other.urlOf('.a{color:red}', '/')).toBe(url);
  expect(url).toMatch(/\?of=%2F$/);
  expect(nameOf(one.urlOf('.a{color:blue}', '/'))).not.toBe(nameOf(url));
  const file = one.file(nameOf(url))!;
  expect(String(await file.as(undefined))).toBe('.a{color:red}');
  expect(String(brotliDecompressSync(await file.as('br')))).toBe('.a{color:red}');
});

test('a compression that failed is tried again', async () => {
  const compress = vi.fn(compressed).mockRejectedValueOnce(new Error('no memory'));
  const rules = new LaterRules(compress);
  const file = rules.file(nameOf(rules.urlOf('.a{color:red}', '/')))!;
  await expect(file.as('br')).rejects.toThrow('no memory');
  expect(String(brotliDecompressSync(await file.as('br')))).toBe('.a{color:red}');
  await file.as('br');
  expect(compress).toHaveBeenCalledTimes(2);
});

test('rules that nothing has been made with for long are forgotten', () => {
  const rules = new LaterRules();
  const names = Array.from({ length: 100 }, (_, index) => nameOf(rules.urlOf(`.a{order:${index}}`, '/')));
  rules.urlOf('.a{order:0}', '/');
  rules.urlOf('.a{order:100}', '/');
  expect([rules.file(names[0]!), rules.file(names[1]!)]).toEqual([expect.anything(), undefined]);
});
