import type { FastifyError, FastifyReply } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { applicationCall, applicationResult, CV_FIELD } from 'shared/contracts/careers';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { href, paths } from 'shared/contracts/paths';
import { prefersHtml } from 'shared/node/http/accept';
import { applicationForm } from 'shared/rules/careers/application-form';
import { CV_ALLOWED, CV_TOO_LARGE } from 'shared/rules/careers/cv';
import { valueFields } from 'shared/rules/form';
import { CV_MAX_BYTES } from 'shared/rules/limits';
import { z } from 'zod';
import { answerError, notedProblem } from '../../http/error-handler.ts';
import { takeUploads, type UploadRules, withUpload } from '../../http/upload.ts';
import { applicationLimit } from '../../http/write-limit.ts';
import { cvThread } from './cv-thread.ts';
import { type ApplicationDependencies, receiveApplication } from './service.ts';
import { ProblemError } from '../../problem.ts';
import { describedOnly, formShape, idempotencyHeaders, problems, redirects } from '../../http/schemas.ts';

/** For the description only: what arrives is read field by field. */
const form = z.object({
  ...formShape(applicationForm),
  [CV_FIELD]: z.string().meta({ format: 'binary', description: CV_ALLOWED }),
});

interface CareersOptions extends Omit<ApplicationDependencies, 'cvs'> {
  /** Folder for uploaded files while they are checked. */
  uploads: string;
}

/** Applications. A browser's own form gets its answer as a page: 303 to the career page. */
export function careersRoutes({ uploads, ...dependencies }: CareersOptions): FastifyPluginAsyncZod {
  const rules: UploadRules = {
    folder: uploads,
    texts: valueFields(applicationForm),
    file: CV_FIELD,
    fileMax: CV_MAX_BYTES,
    tooLarge,
  };
  return async (app) => {
    await takeUploads(app);
    const cvs = cvThread();
    app.addHook('onClose', cvs.stop);
    app.setErrorHandler((error: FastifyError, request, reply) => {
      if (!prefersHtml(request.headers.accept)) return answerError(error, request, reply);
      const { code, errors = [] } = notedProblem(error, request, reply);
      return toPage(reply, {
        [applicationResult.refused]: code,
        [applicationResult.fields]: errors.map(({ field }) => field).join(),
      });
    });
    app.post(
      applicationCall,
      {
        config: { rateLimit: applicationLimit },
        schema: {
          summary: 'Apply for a role',
          description: 'Browsers that prefer text/html get a 303 to the career page.',
          consumes: ['multipart/form-data'],
          headers: idempotencyHeaders,
          body: form,
          response: {
            201: z.object({ id: z.uuid() }).describe('Stored; emails about it follow.'),
            ...redirects,
            ...problems,
          },
        },
        validatorCompiler: describedOnly,
      },
      async (request, reply) => {
        const key = request.headers[IDEMPOTENCY_HEADER];
        const receipt = await withUpload(request, rules, (arrived) =>
          receiveApplication({ ...dependencies, cvs }, arrived, key),
        );
        if (prefersHtml(request.headers.accept)) return toPage(reply, { [applicationResult.received]: receipt.id });
        return reply.code(201).send(receipt);
      },
    );
  };
}

/** Nothing that was typed goes into the URL. */
function toPage(reply: FastifyReply, query: Record<string, string>): FastifyReply {
  return reply.header('vary', 'accept').redirect(`${href(paths.career)}?${new URLSearchParams(query)}#apply`, 303);
}

function tooLarge(): ProblemError {
  return new ProblemError({
    status: 413,
    code: 'body-too-large',
    detail: CV_TOO_LARGE,
    errors: [{ field: CV_FIELD, message: CV_TOO_LARGE }],
  });
}
