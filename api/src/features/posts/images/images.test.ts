import { sql } from 'kysely';
import sharp from 'sharp';
import { type Post, type StoredImage, postCalls } from 'shared/contracts/posts';
import { IMAGE_MAX_BYTES, IMAGE_SIDE_MAX_PX, IMAGES_PER_DAY } from 'shared/rules/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { json, PUBLIC_URL, startApi, type TestApi } from '../../../../test/support/api.ts';
import { beginBeside, databaseKinds, lockAwaited } from '../../../../test/support/database.ts';
import { expectHeadLikeGet } from '../../../../test/support/head.ts';
import { removeAt } from '../../../../test/support/retention.ts';
import { deleteImage, hidePost, showPost } from '../moderation/moderation.ts';
import { imageSizes, usePostImages } from './image-repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** An image of one colour. */
const imageOf = (colour: string, { width = 40, height = 30 } = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } });

describe.each(databaseKinds)('images on %s', (kind) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi(kind);
  });
  afterAll(() => api.close());

  const send = (body: BodyInit, { type = 'image/png', client = '' } = {}) =>
    api.fetch(postCalls.images, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
      ...(client ? { client } : {}),
    });
  const bytes = (buffer: Buffer) => new Uint8Array(buffer);
  const store = async (buffer: Buffer) => {
    const response = await send(bytes(buffer));
    expect(response.status).toBe(201);
    return (await response.json()) as StoredImage;
  };
  const idOf = ({ url }: StoredImage) => url.split('/').at(-1) ?? '';
  const isStored = async (image: StoredImage) => (await api.fetch(image.url)).status === 200;

  test.each(['png', 'jpeg', 'gif', 'webp'] as const)(
    'a %s is stored and served as WebP that never changes',
    async (format) => {
      const stored = await store(await imageOf('#a03020').toFormat(format).toBuffer());
      expect(stored).toMatchObject({ width: 40, height: 30 });
      const response = await api.fetch(stored.url);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      });
      const served = await sharp(await response.arrayBuffer()).metadata();
      expect(served).toMatchObject({ format: 'webp', width: 40, height: 30 });
      const again = await api.fetch(stored.url, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } });
      expect(again.status).toBe(304);
      await expectHeadLikeGet(api, stored.url);
    },
  );

  test.runIf(kind === 'postgres')('one that is deleted while a post is published with it leaves a gap', async () => {
    const stored = await store(await imageOf('#123456').png().toBuffer());
    const other = await beginBeside(api.db);
    await sql`lock table posts in share mode`.execute(other);
    const publishing = api.fetch(
      postCalls.posts,
      json({ title: 'With a picture', content: `<p><img src="${stored.url}"></p>` }),
    );
    await lockAwaited(api.db);
    const deleting = deleteImage(api.db, api.files, idOf(stored));
    await lockAwaited(api.db, 2);
    await other.rollback().execute();
    expect((await publishing).status).toBe(201);
    expect(await deleting).toBe(true);
    expect(await isStored(stored)).toBe(false);
  });

  test.runIf(kind === 'postgres')(
    'one that is deleted while a post is hidden or shown again leaves a gap',
    async () => {
      for (const change of [hidePost, showPost]) {
        const stored = await store(await imageOf('#321456').png().toBuffer());
        const post = { title: 'With a picture', content: `<p><img src="${stored.url}"></p>` };
        const { postId } = (await (await api.fetch(postCalls.posts, json(post))).json()) as { postId: number };
        if (change === showPost) await hidePost(api.db, postId);
        // As an administrator's command has locked it.
        const deleting = await beginBeside(api.db);
        await deleting.deleteFrom('postImages').where('imageId', '=', idOf(stored)).execute();
        await deleting.deleteFrom('images').where('id', '=', idOf(stored)).execute();
        const changing = change(api.db, postId);
        await lockAwaited(api.db);
        await deleting.commit().execute();
        expect(await changing).toBe(true);
      }
    },
  );

  test.runIf(kind === 'postgres')('housekeeping leaves one that a post is being published with', async () => {
    const used = await store(await imageOf('#654321').png().toBuffer());
    const unused = await store(await imageOf('#665544').png().toBuffer());
    const createdAt = new Date(Date.now() - DAY_MS - 1).toISOString();
    await api.db
      .updateTable('images')
      .set({ createdAt })
      .where('id', 'in', [idOf(used), idOf(unused)])
      .execute();
    const publishing = await beginBeside(api.db);
    await imageSizes(publishing, [idOf(used)]);
    await removeAt(api, Date.now());
    await usePostImages(publishing, 1, [idOf(used)]);
    await publishing.commit().execute();
    expect([await isStored(used), await isStored(unused)]).toEqual([true, false]);
  });

  test('metadata goes, and the image is upright, as the camera held it', async () => {
    const photo = await imageOf('#204080')
      .withExif({ IFD0: { Copyright: 'a private note' }, IFD3: { GPSLatitude: '4/1 49/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const stored = await store(photo);
    expect(stored).toMatchObject({ width: 30, height: 40 });
    const served = await sharp(await (await api.fetch(stored.url)).arrayBuffer()).metadata();
    expect(served.exif).toBeUndefined();
    expect(served.orientation).toBeUndefined();
  });

  test('a photo is taken whose scan is not described as the standard has it, but not half of it', async () => {
    const photo = await imageOf('#406080').withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const scan = photo.indexOf(Buffer.from([0xff, 0xda]));
    // Where its coefficients end: always 63 in this kind of JPEG, but 0 in those of many Samsung phones.
    photo[scan + 2 + photo.readUInt16BE(scan + 2) - 2] = 0;
    expect(await store(photo)).toMatchObject({ width: 30, height: 40 });
    expect((await send(bytes(photo.subarray(0, -2)))).status).toBe(422);
  });

  test('a large image becomes a small one, the same image is stored once', async () => {
    const large = await imageOf('#608040', { width: 4_000, height: 1_000 }).png().toBuffer();
    const [first, second] = [await store(large), await store(large)];
    expect(first).toMatchObject({ width: IMAGE_SIDE_MAX_PX, height: IMAGE_SIDE_MAX_PX / 4 });
    expect(second).toEqual(first);
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  test.each([
    ['an SVG', svg],
    ['an SVG that says it is XML', `<?xml version="1.0"?>${svg}`],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n'],
    ['a TIFF', 'II*\0\b\0\0\0'],
    ['an AVIF', '\0\0\0\x1cftypavif'],
    ['another RIFF', 'RIFF\x10\0\0\0WAVEfmt '],
    ['text', 'GIF87'],
    ['nothing', ''],
  ])('%s is refused for what it is, whatever it is called', async (_, body) => {
    const response = await send(bytes(Buffer.from(body, 'latin1')));
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'unsupported-media-type' });
  });

  test('a form is not an image', async () => {
    const form = new FormData();
    form.set('image', new Blob([bytes(await imageOf('#fff').png().toBuffer())]));
    expect((await api.fetch(postCalls.images, { method: 'POST', body: form })).status).toBe(415);
    expect((await api.fetch(postCalls.images, { method: 'POST' })).status).toBe(415);
  });

  test('images that cannot be read or are too large are refused with a message, and nothing fails', async () => {
    const png = await imageOf('#123456').png().toBuffer();
    const bomb = await sharp({
      create: { width: 8_000, height: 8_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png()
      .toBuffer();
    for (const [broken, message] of [
      [png.subarray(0, png.length / 2), /cannot be read/],
      [Buffer.concat([png.subarray(0, 8), Buffer.alloc(2_000, 7)]), /cannot be read/],
      [Buffer.from('GIF89a'), /cannot be read/],
      [bomb, /too many pixels: the limit is 50 million/],
    ] as const) {
      const response = await send(bytes(broken));
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({
        errors: [{ field: 'image', message: expect.stringMatching(message) }],
      });
    }
    const long = await send(bytes(Buffer.alloc(IMAGE_MAX_BYTES + 1)));
    expect(long.status).toBe(413);
    expect(await long.json()).toMatchObject({
      code: 'body-too-large',
      detail: expect.stringContaining('the limit is 10 MB'),
    });
  });

  test('what is hidden behind an image is not served', async () => {
    const stored = await store(
      Buffer.concat([await imageOf('#777').gif().toBuffer(), Buffer.from('<script>alert(1)</script>')]),
    );
    expect(Buffer.from(await (await api.fetch(stored.url)).arrayBuffer()).includes('script')).toBe(false);
  });

  test('a moving image stands still', async () => {
    const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => imageOf(colour).png().toBuffer()));
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const stored = await store(moving);
    expect(
      (await sharp(await (await api.fetch(stored.url)).arrayBuffer(), { animated: true }).metadata()).pages ?? 1,
    ).toBe(1);
  });

  test('a post gives its images their size and keeps them; others are deleted after a day', async () => {
    const [used, unused, young] = await Promise.all(
      ['#111', '#222', '#333'].map(async (colour) => store(await imageOf(colour).png().toBuffer())),
    );
    const content = `<p>a <img src="${PUBLIC_URL}${used!.url}" alt="dark"> b <img src="${used!.url}" alt="again" width="7"></p>`;
    const published = await api.fetch(postCalls.posts, json({ title: 'With a picture', content }));
    const { postId } = (await published.json()) as { postId: number };
    expect(((await (await api.fetch(postCalls.post(postId))).json()) as Post).content).toBe(
      `<p>a <img src="${used!.url}" alt="dark" width="40" height="30" loading="lazy" /> b <img src="${used!.url}" alt="again" width="40" height="30" loading="lazy" /></p>`,
    );
    const old = new Date(Date.now() - DAY_MS - 1).toISOString();
    await api.db
      .updateTable('images')
      .set({ createdAt: old })
      .where('id', 'in', [idOf(used!), idOf(unused!)])
      .execute();
    await removeAt(api, Date.now());
    expect([await isStored(used!), await isStored(unused!), await isStored(young!)]).toEqual([true, false, true]);

    const late = await api.fetch(postCalls.posts, json({ title: 'Too late', content: `<img src="${unused!.url}">` }));
    expect(late.status).toBe(422);
    expect(await late.json()).toMatchObject({
      errors: [{ field: 'content', message: expect.stringContaining('no longer stored') }],
    });
  });

  test.runIf(kind === 'sqlite').each(['posts', 'hidden_posts'])(
    'a row of %s goes without a look at the images of all others',
    async (table) => {
      const plan = sql<{ detail: string }>`explain query plan delete from ${sql.table(table)} where id = 1`;
      const steps = (await plan.execute(api.db)).rows.map(({ detail }) => detail);
      expect(steps.filter((step) => step.includes('post_images'))).toEqual([
        expect.stringMatching(/^SEARCH \w+ USING .*INDEX/),
      ]);
    },
  );

  test('nobody can send images without end', async () => {
    const client = '192.0.2.20';
    for (let n = 0; n < IMAGES_PER_DAY; n += 1) await (await send('x', { client })).body?.cancel();
    const response = await send('x', { client });
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ detail: expect.stringMatching(/in 24 hours/) });
  });

  test.each(['x', '../../etc/passwd', 'x'.repeat(22), '%00'.repeat(22)])('there is no image %j', async (id) => {
    expect((await api.fetch(`${postCalls.images}/${encodeURIComponent(id)}`)).status).toBe(404);
  });

  test('pages of other sites cannot send images', async () => {
    const response = await api.fetch(postCalls.images, {
      method: 'POST',
      body: 'x',
      headers: { origin: 'http://evil.test' },
    });
    expect(response.status).toBe(403);
  });
});

test.each([
  ['members', 401],
  ['off', 403],
] as const)('POSTING=%s takes no images of visitors', async (POSTING, status) => {
  const api = await startApi('sqlite', { POSTING });
  try {
    expect((await api.fetch(postCalls.images, { method: 'POST', body: 'x' })).status).toBe(status);
  } finally {
    await api.close();
  }
});
