/** Bodies that pass for an image and are not one, or are too costly. */
import type { Odd } from './odd.ts';

export function imageBodies(): Odd[] {
  const starts = {
    PNG: '89504e470d0a1a0a',
    GIF: '474946383961ffffffff',
    JPEG: 'ffd8ffe000104a464946',
    WebP: '52494646ffffffff57454250',
    SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>').toString(
      'hex',
    ),
    nothing: '',
  };
  // A header that promises 4 billion pixels.
  const bomb = '89504e470d0a1a0a0000000d494844520000ffff0000ffff0806000000';
  return [
    ...Object.entries(starts).flatMap(([what, hex]): Odd[] => [
      { kind: 'broken file', name: `only the beginning of ${what}`, body: Buffer.from(hex, 'hex') },
      {
        kind: 'broken file',
        name: `${what} and zeros`,
        body: Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(20_000)]),
      },
      {
        kind: 'broken file',
        name: `${what} and noise`,
        body: Buffer.concat([
          Buffer.from(hex, 'hex'),
          Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 97 + 13) % 256)),
        ]),
      },
    ]),
    { kind: 'broken file', name: 'PNG of 65535 by 65535', body: Buffer.from(bomb, 'hex') },
    { kind: 'huge', name: '11 MB', body: Buffer.alloc(11 * 1024 * 1024) },
  ];
}
