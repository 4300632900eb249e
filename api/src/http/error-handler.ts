/** The one error handler: errors leave as a problem (shared/contracts/problem.ts) or as a sentence. */
import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem, Problem, ProblemCode } from 'shared/contracts/problem';
import { pageWhenAway } from 'shared/contracts/opened-links';
import { prefersHtml, prefersPlainText } from 'shared/node/http/accept';
import { namingRequest, REQUEST_ID_HEADER } from 'shared/node/http/request-id';
import { isSafe } from 'shared/node/http/same-origin';
import { RefusedRequest } from 'shared/node/http/refused-request';
import { FileStoreError, filesAway } from '../files/file-store-error.ts';
import { VirusScannerError } from '../files/virus-scanner-error.ts';
import { answeredProblem, isRefusedValue } from '../database/problem.ts';
import { UnknownOutcomeError } from '../database/unknown-outcome.ts';
import { fieldsRefused, outcomeUnknown, ProblemError, storageFull } from '../problem.ts';

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => {
    const allowed = methodsOf(app, request);
    if (allowed.length === 0) {
      return sendProblem(
        request,
        reply,
        new ProblemError({ status: 404, code: 'not-found', detail: 'There is nothing at this address.' }),
      );
    }
    return sendProblem(
      request,
      reply,
      new ProblemError({
        status: 405,
        code: 'method-not-allowed',
        detail: `This address only answers ${allowed.join(', ')}.`,
        headers: { allow: allowed.join(', ') },
      }),
    );
  });
}

/** Also used for errors before routing (`frameworkErrors`). */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = notedProblem(error, request, reply);
  const isOurs = problem.status >= 500 && prefersHtml(request.headers.accept);
  // As when the whole API is away (`shell/server/api-calls/api-proxy.ts`).
  const isUnsure = problem.code === 'internal-error' || problem.code === 'outcome-unknown';
  const page = isOurs ? pageWhenAway(request.method, request.url, isUnsure) : undefined;
  if (page === undefined) return sendProblem(request, reply, problem);
  return reply.headers({ vary: 'accept', 'cache-control': 'no-store' }).redirect(page, 303);
}

/** The problem for an answer of another form; log and metrics get it anyway. */
export function notedProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): ProblemError {
  const problem = tellProblem(error, request);
  reply.problemCode = problem.code;
  reply.problemStatus = problem.status;
  return problem;
}

function tellProblem(error: FastifyError, request: FastifyRequest): ProblemError {
  const problem = problemOf(error, request.method);
  // The only place that gives details: in the log, never in the answer.
  if (problem.status >= 500 || isRefusedValue(error))
    request.log.error({ err: error, code: problem.code }, 'request failed');
  return problem;
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError): FastifyReply {
  const problem: Problem = problemBody(error, request.id);
  reply.problemCode = error.code;
  reply.code(problem.status).headers(error.headers).header('vary', 'accept').header(REQUEST_ID_HEADER, request.id);
  return prefersPlainText(request.headers.accept)
    ? reply.type('text/plain; charset=utf-8').send(problem.detail)
    : reply.type('application/problem+json; charset=utf-8').send(JSON.stringify(problem));
}

function problemBody(error: ProblemError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: STATUS_CODES[error.status] ?? 'Error',
    status: error.status,
    detail: error.code === 'internal-error' ? `${error.message} ${namingRequest(requestId)}` : error.message,
    code: error.code,
    requestId,
    ...(error.errors ? { errors: error.errors } : {}),
  };
}

/** Writing a file or making its folder failed: there is no room for it. */
const DISK_FULL = ['ENOSPC', 'EDQUOT'];
/** Seconds after which a full disk may have room again. */
const DISK_RETRY_AFTER_S = 60;

/** What an error means for the client. */
function problemOf(error: FastifyError, method: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof RefusedRequest)
    return new ProblemError({ status: error.statusCode, code: error.code, detail: error.message });
  if (error instanceof FileStoreError || error instanceof VirusScannerError) return filesAway();
  if (DISK_FULL.includes(error.code)) return storageFull(DISK_RETRY_AFTER_S);
  if (error.validation) return invalid(error);
  const known = frameworkProblems[error.code];
  if (known) return new ProblemError(known);
  const status = error.statusCode ?? 500;
  // Checked before the database's errors: connections to visitors break with the same codes as those to the database.
  if (status >= 400 && status < 500) {
    return new ProblemError({ status, code: 'malformed-request', detail: 'The request could not be read.' });
  }
  // Better Auth wraps what the database says.
  if ([error, error.cause].some((each) => each instanceof UnknownOutcomeError)) return outcomeUnknown();
  const fromDatabase = answeredProblem(error) ?? answeredProblem(error.cause);
  if (fromDatabase) return fromDatabase;
  if (isRefusedValue(error)) {
    return new ProblemError({
      status: 400,
      code: 'malformed-request',
      detail: 'The request contains a value that cannot be stored. Nothing has changed.',
    });
  }
  return new ProblemError({
    status: 500,
    code: 'internal-error',
    // It may have failed after something was stored.
    detail: isSafe(method)
      ? 'Something went wrong on our side. Please try again later.'
      : 'Something went wrong on our side, so we do not know whether that was done. Please check before you try again.',
  });
}

/** A body, a query or a header that does not have the form that the route's schema asks for. */
function invalid(error: FastifyError): ProblemError {
  const errors: FieldProblem[] = (error.validation ?? []).map(({ instancePath, message = '' }) => ({
    field: instancePath.slice(1).replaceAll('/', '.'),
    message,
  }));
  if (errors.some(({ field }) => field === '')) {
    return new ProblemError({
      status: 400,
      code: 'malformed-body',
      detail: 'The body must be a JSON object with the fields of this call.',
    });
  }
  return fieldsRefused(errors);
}

const malformedBody = (detail: string) => ({ status: 400, code: 'malformed-body' as ProblemCode, detail });

const frameworkProblems: Record<string, ConstructorParameters<typeof ProblemError>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The body must be sent as application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    status: 413,
    code: 'body-too-large',
    detail: 'What you sent is too large. Shorten it, then send it again.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: malformedBody('The body is empty; it must be a JSON object.'),
  FST_ERR_CTP_INVALID_JSON_BODY: malformedBody('The body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: malformedBody('The body is not as long as its Content-Length says.'),
  FST_ERR_BAD_URL: { status: 400, code: 'malformed-request', detail: 'The address is not a valid URL path.' },
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, code: 'not-found', detail: 'There is nothing at this address.' },
};

/** Methods that the URL does answer. */
function methodsOf(app: FastifyInstance, request: FastifyRequest): string[] {
  const path = request.url.split('?', 1)[0] ?? '';
  return app.routeTable.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}
