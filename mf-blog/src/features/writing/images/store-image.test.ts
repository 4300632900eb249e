import { expect, test } from 'vitest';
import { fileOfDataUrl, IMAGE_TYPES } from './store-image.ts';

test.each(['image/png', 'image/jpeg', 'image/jpg', 'IMAGE/GIF', 'image/webp'])('%s can be stored', async (type) => {
  const file = fileOfDataUrl(`data:${type};base64,${btoa('bytes')}`);
  expect(IMAGE_TYPES).toContain(file?.type);
  expect(await file?.text()).toBe('bytes');
});

test.each(['/a.png', 'data:image/png;base64,', 'data:image/png;base64,?', 'data:text/html;base64,YQ==', 'data:,a'])(
  '%s is no picture in base64',
  (url) => expect(fileOfDataUrl(url)).toBeUndefined(),
);
