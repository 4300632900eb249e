import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { postCalls } from 'shared/contracts/posts';
import { IMAGE_MAX_BYTES } from 'shared/rules/limits';
import { z } from 'zod';
import { isKnown } from '../../../http/etag.ts';
import { type FileRules, takeFile, withFile } from '../../../http/file-body.ts';
import { type Publishing, publishersOnly } from '../publishing.ts';
import { imageLimit } from '../../../http/write-limit.ts';
import { imageProcess } from './image-process.ts';
import { imageFile, type ImageStore, readImage, storeImage } from './images.ts';
import { ProblemError } from '../../../problem.ts';
import { describedOnly, notModified, problems } from '../../../http/schemas.ts';

const storedImage = z.object({ url: z.string(), width: z.int(), height: z.int() });

interface ImagesDependencies extends Publishing, ImageStore {
  /** Folder for uploaded files while they are checked. */
  uploads: string;
}

/** Images of posts. */
export function imageRoutes(dependencies: ImagesDependencies): FastifyPluginCallbackZod {
  const { db, files, uploads } = dependencies;
  const rules: FileRules = { folder: uploads, max: IMAGE_MAX_BYTES, tooLarge };
  return (app, _options, done) => {
    takeFile(app);
    const images = imageProcess({ full: tooBusy });
    app.addHook('onClose', images.stop);

    app.post(
      postCalls.images,
      {
        onRequest: publishersOnly(dependencies),
        config: { rateLimit: imageLimit },
        schema: {
          summary: 'Store an image for a post',
          description:
            'The body is the image: PNG, JPEG, GIF or WebP. It is re-encoded as WebP. An image that no post uses is deleted after a day.',
          consumes: ['image/png', 'image/jpeg', 'image/gif', 'image/webp'],
          body: z.string().meta({ format: 'binary' }),
          response: { 201: storedImage, ...problems },
        },
        // An image's first bytes say what it is.
        validatorCompiler: describedOnly,
      },
      async (request, reply) =>
        reply.code(201).send(await withFile(request, rules, (path) => storeImage({ db, files }, images, path))),
    );

    app.get(
      `${postCalls.images}/:id`,
      {
        schema: {
          summary: 'An image of a post',
          params: z.object({ id: z.string() }),
          response: {
            200: { description: 'The image.', content: { 'image/webp': { schema: z.unknown() } } },
            ...notModified,
            ...problems,
          },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const name = await imageFile(db, id);
        const tag = `"${id}"`;
        const isKept = isKnown(tag, request.headers['if-none-match']);
        // The answer to HEAD names type and length in either case.
        const image = isKept && request.method === 'GET' ? undefined : await readImage(files, name);
        void reply.code(isKept ? 304 : 200).headers({
          etag: tag,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
          // Feed readers show it on their own pages.
          'cross-origin-resource-policy': 'cross-origin',
        });
        return image ? reply.type('image/webp').send(image) : reply.send();
      },
    );
    done();
  };
}

function tooLarge(): ProblemError {
  return new ProblemError({
    status: 413,
    code: 'body-too-large',
    detail: `This picture is too large: the limit is ${IMAGE_MAX_BYTES / 1024 / 1024} MB. Make it smaller, then add it.`,
  });
}

function tooBusy(): ProblemError {
  return new ProblemError({
    status: 503,
    code: 'unavailable',
    detail: 'Too many pictures are arriving at the moment. Try again in a few seconds.',
    headers: { 'retry-after': '5' },
  });
}
