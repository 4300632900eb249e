/** Schemas that several routes share. */
import { validatorCompiler } from 'fastify-type-provider-zod';
import { ACCOUNT_HEADER } from 'shared/contracts/account';
import { IDEMPOTENCY_HEADER } from 'shared/contracts/idempotency';
import { problemCodes } from 'shared/contracts/problem';
import {
  emptyOf,
  type FormField,
  type FormTable,
  type FormValues,
  type ValueField,
  valueFields,
} from 'shared/rules/form';
import { PASSWORD_MAX } from 'shared/rules/limits';
import { isPostId, POST_ID } from 'shared/rules/posts/post-id';
import { z } from 'zod';

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('One sentence; the whole body if the client prefers text/plain.'),
  code: z.enum(problemCodes),
  requestId: z.string().optional().describe('Identifies the request in the logs.'),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
});

const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problem }, 'text/plain': { schema: z.string() } },
});

/** Error answers of every route: documented here, written by the error handler. */
export const problems = {
  '4xx': refused('The request was refused; nothing was changed.'),
  '5xx': refused(
    'The request could not be served; see `Retry-After`. It may have been carried out if the code is `internal-error` ' +
      'or `outcome-unknown`.',
  ),
};

/** For a route that leads elsewhere. The answer has no body. */
export const redirects = { 303: z.null().describe('Redirects to the address in `Location`.') };

/** For a route whose answers have a tag. */
export const notModified = { 304: z.null().describe('What `If-None-Match` names is still what there is.') };

/** A value that must be text: says so in words. */
export const text = (name: string) =>
  z.string({ error: ({ input }) => `${name} ${input === undefined ? 'is missing' : 'must be text'}.` });

/** The fields of a form that hold a value, as a body has them. Their values are the business of the form's check. */
export function formShape(
  form: FormTable,
  { mustBeSent = [], mayBeMissing = [] }: { mustBeSent?: readonly string[]; mayBeMissing?: readonly string[] } = {},
): Record<string, z.ZodType> {
  return Object.fromEntries(
    valueFields(form).map((name) => {
      const value = valueShape(form[name]!);
      const isOptional = mayBeMissing.includes(name) || (form[name]!.optional && !mustBeSent.includes(name));
      return [name, isOptional ? value.optional() : value];
    }),
  );
}

function valueShape({ kind, label, noun = 'This' }: FormField): z.ZodType {
  switch (kind) {
    case 'checkbox':
      return z.boolean(`${noun} must be true or false.`);
    case 'hidden':
      return z.string().catch('').describe(label);
    // Longer than any valid password, but not by much, because it is hashed.
    case 'password':
    case 'new-password':
      return text(noun).max(8 * PASSWORD_MAX, `${noun} is too long.`);
    default:
      return text(noun);
  }
}

/**
 * The JSON body that a form is sent as. A missing field counts as empty, and the form's check says what that
 * means; only those of `mustBeSent` may not be missing. Those of `mayBeMissing` are asked for in some cases only, which
 * is for the description.
 */
export function formBody<Form extends FormTable>(
  form: Form,
  {
    mustBeSent = [],
    mayBeMissing = [],
  }: { mustBeSent?: readonly ValueField<Form>[]; mayBeMissing?: readonly ValueField<Form>[] } = {},
): z.ZodType<FormValues<Form>, unknown> {
  const filled = (given: unknown): unknown => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    const fields = given as Record<string, unknown>;
    const valueOf = (name: ValueField<Form>) =>
      fields[name] ?? (mustBeSent.includes(name) ? fields[name] : emptyOf(form[name]!));
    return Object.fromEntries(valueFields(form).map((name) => [name, valueOf(name)]));
  };
  const shape = z.object(formShape(form, { mustBeSent, mayBeMissing }));
  return z.preprocess(filled, shape) as unknown as z.ZodType<FormValues<Form>, unknown>;
}

/** Token of a mailed link that a person opens: anything that cannot be one leads to the page that says so. */
export const openedToken = z.string().max(200).catch('');

/** Headers of a call whose repetition changes nothing. */
export const idempotencyHeaders = z.object({ [IDEMPOTENCY_HEADER]: z.string().optional() });

/** Headers of a call on behalf of one account. */
export const accountHeaders = z.object({
  [ACCOUNT_HEADER]: z
    .string()
    .optional()
    .describe('The account that the page is for; refused if the session or the emailed link is for another one.'),
});

/** Headers of a call that changes a certain version. For the description: {@link headersDescribedOnly}. */
export const ifMatchHeaders = z.object({ 'if-match': z.string().describe('The version being changed.') });

/** Validates nothing: for a route whose schemas are only its description, since it checks what arrives by itself. */
export const describedOnly = () => (value: unknown) => ({ value });

/** The same for a route that says by itself which header is missing. */
export const headersDescribedOnly = (part: { httpPart?: string | undefined }) =>
  part.httpPart === 'headers' ? describedOnly() : validatorCompiler(part as Parameters<typeof validatorCompiler>[0]);

/** Query of a list: `?before=ID` asks for what is older than that post. */
export const pageQuery = z.object({
  before: z
    .string('before must be a single post number.')
    .regex(POST_ID, { error: 'before must be a post number.', abort: true })
    .refine(isPostId, 'before must be a post number.')
    .transform(Number)
    .optional()
    .describe('Only posts older than the one with this id; taken from the Link header.'),
});
