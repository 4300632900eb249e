/** Schemas that several routes share. */
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { problemCodes } from 'shared/contracts/problem';
import { z } from 'zod';

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('One sentence; the whole body if the client prefers text/plain.'),
  code: z.enum(problemCodes),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problem }, 'text/plain': { schema: z.string() } },
});

/** Error answers of every route: documented here, written by the error handler. */
export const problems = {
  '4xx': refused('The request was refused; nothing was changed.'),
  '5xx': refused('The request could not be served; see `Retry-After`.'),
};

/** A value that must be text: says so in words. */
export const text = (name: string) =>
  z.string({ error: ({ input }) => `${name} ${input === undefined ? 'is missing' : 'must be text'}.` });

/** Headers of a call whose repetition changes nothing. */
export const idempotencyHeaders = z.object({ [IDEMPOTENCY_HEADER]: z.string().optional() });

/** Query of a list: `?before=ID` asks for what is older than that post. */
export const pageQuery = z.object({
  before: z
    .string('before must be one number of a post.')
    .regex(/^[1-9]\d{0,8}$/, 'before must be the number of a post.')
    .transform(Number)
    .optional()
    .describe('Only posts older than the one with this id; taken from the Link header.'),
});
