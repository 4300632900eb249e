/** The 5 × 7 stitch alphabet for initials and the 404, one bit per cell, rows from the top. */
import { Bitmap } from './bitmap.ts';

const GLYPHS: Record<string, string> = {
  A: '01110100011000111111100011000110001',
  B: '11110100011000111110100011000111110',
  C: '01110100011000010000100001000101110',
  D: '11110100011000110001100011000111110',
  E: '11111100001000011110100001000011111',
  F: '11111100001000011110100001000010000',
  G: '01110100011000010111100011000101110',
  H: '10001100011000111111100011000110001',
  I: '11111001000010000100001000010011111',
  J: '00111000100001000010000101001001100',
  K: '10001100101010011000101001001010001',
  L: '10000100001000010000100001000011111',
  M: '10001110111010110101100011000110001',
  N: '10001110011010110011100011000110001',
  O: '01110100011000110001100011000101110',
  P: '11110100011000111110100001000010000',
  Q: '01110100011000110001101011001001101',
  R: '11110100011000111110101001001010001',
  S: '01111100001000001110000010000111110',
  T: '11111001000010000100001000010000100',
  U: '10001100011000110001100011000101110',
  V: '10001100011000110001100010101000100',
  W: '10001100011000110101101011101110001',
  X: '10001100010101000100010101000110001',
  Y: '10001100010101000100001000010000100',
  Z: '11111000010001000100010001000011111',
  // Without a stroke through it: cut out of a check, one with a stroke read as a 6 or a B.
  0: '01110110111000110001100011101101110',
  4: '10010100101001011111000100001000010',
};

/** Letters of which Unicode separates no mark: the hooked ones of Hausa, such as in Ɗanladi, and struck ones. */
const PLAIN: Record<string, string> = { Ɓ: 'B', Ɗ: 'D', Ƙ: 'K', Ƴ: 'Y', Đ: 'D', Ł: 'L', Ø: 'O' };

/** The text in stitches, a free column between letters. Letters lose their mark, unknown ones stay blank. */
export function stitched(text: string): Bitmap {
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()];
  const bitmap = new Bitmap(Math.max(1, letters.length * 6 - 1), 7);
  letters.forEach((letter, index) => {
    [...(GLYPHS[PLAIN[letter] ?? letter] ?? '')].forEach((bit, cell) => {
      if (bit === '1') bitmap.set(index * 6 + (cell % 5), Math.trunc(cell / 5));
    });
  });
  return bitmap;
}
