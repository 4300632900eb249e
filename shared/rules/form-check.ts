/** Checks a form by its table, the same in the page, in the action of a browser without script and in the API. */
import type { FieldProblem } from '../contracts/problem.ts';
import { type FormBody, type FormField, type FormTable, isSecret, trimmed, valueFields } from './form.ts';
import { isVisible, strayCharacter } from './text.ts';

/** Specification, section 5. */
export const FIELD_EMPTY = 'field must not be empty';

/**
 * What is wrong with a value that is not empty, in words; nothing if it is fine.
 * @param values all of the form, as they were typed
 */
export type FieldCheck<Form extends FormTable = FormTable> = (
  value: string,
  field: FormField,
  values: FormBody<Form>,
) => string | undefined;

/** Kinds of fields for which a form supplies the check, so that forms without such a field do not load it. */
type KindsOf<Form extends FormTable> = Exclude<
  Form[keyof Form]['kind'],
  'line' | 'text' | 'checkbox' | 'hidden' | 'file'
>;

/** Kinds that do not say what is right: which choices there are, and which URLs, is the business of each field. */
type OwnKind = 'choice' | 'url';

/** By kind; for an {@link OwnKind} by field. */
type KindChecks<Form extends FormTable> = {
  [Kind in KindsOf<Form>]: Kind extends OwnKind ? Record<FieldsOf<Form, Kind>, FieldCheck<Form>> : FieldCheck<Form>;
};

type FieldsOf<Form extends FormTable, Kind> = {
  [Name in keyof Form]: Form[Name]['kind'] extends Kind ? Name : never;
}[keyof Form];

/** Messages about a field. */
interface Sentences {
  tooLong: (field: FormField & { max: number }, length: number) => string;
  /** @param stray the first character that is not text, in words */
  notText: (field: FormField, stray: string) => string;
}

const sentences: Sentences = {
  tooLong: ({ max }, length) => `This is too long: ${length} characters. The limit is ${max}.`,
  notText: (_field, stray) => `This contains ${stray}. Remove it, then send again.`,
};

interface FormChecks<Form extends FormTable> {
  kinds: KindChecks<Form>;
  /** Messages in place of the usual ones. */
  words?: Sentences;
  /**
   * Reports only what fails first: empty fields, then the address, then the phone, then the rest (specification,
   * section 5). Otherwise every field is reported.
   */
  inSteps?: boolean;
}

/**
 * What is wrong with the values, surrounding space aside: one problem for a field, in the table's order; nothing if the
 * form can be sent.
 * @param only the one field to check, whatever is wrong with the others
 */
export type FormCheck<Form extends FormTable> = (values: FormBody<Form>, only?: keyof Form) => FieldProblem[];

export function formCheck<Form extends FormTable>(
  form: Form,
  { kinds, words = sentences, inSteps = false }: FormChecks<Form>,
): FormCheck<Form> {
  const asText: FieldCheck<Form> = (value, field) => textProblem(value, field, words);
  const checks: Partial<Record<string, FieldCheck<Form> | Record<string, FieldCheck<Form>>>> = {
    hidden: () => undefined,
    ...kinds,
  };
  const checkOf = (name: string, { kind }: FormField) => {
    const check = checks[kind] ?? asText;
    return typeof check === 'function' ? check : check[name]!;
  };
  return (values, only) => {
    const names = valueFields(form).filter((name) => only === undefined || name === only);
    const found = names.flatMap((name) => {
      const field: FormField = form[name]!;
      const value = (values as Record<string, unknown>)[name] ?? '';
      if (isEmpty(field, value) && !field.optional)
        return [{ step: 'empty', field: name, message: field.empty ?? FIELD_EMPTY }];
      // A value that is kept as typed may consist of spaces without being empty.
      const kept = typeof value === 'string' ? trimmed(field, value) : '';
      const message = kept === '' ? undefined : checkOf(name, field)(kept, field, values);
      return message === undefined ? [] : [{ step: field.kind, field: name, message }];
    });
    const first = inSteps ? steps.find((step) => found.some((problem) => problem.step === step)) : undefined;
    return found
      .filter(({ step }) => first === undefined || step === first)
      .map(({ field, message }) => ({ field, message }));
  };
}

/** Problems that are reported before the rest. */
const steps = ['empty', 'email', 'phone'];

/** What is wrong with a text as such: its length, or what it is made of. */
export function textProblem(value: string, field: FormField, words: Sentences = sentences): string | undefined {
  const { kind, max } = field;
  if (max !== undefined && value.length > max) return words.tooLong({ ...field, max }, value.length);
  const stray = strayCharacter(value, kind === 'text' ? 'text' : 'line');
  return stray && words.notText(field, stray);
}

/** Whether a value is empty, or invisible. Characters that are not text do not count as empty: they are reported. */
function isEmpty(field: FormField, value: unknown): boolean {
  if (typeof value !== 'string') return value !== true;
  const { kind } = field;
  if (isSecret(kind)) return value === '';
  if (kind !== 'line' && kind !== 'text') return trimmed(field, value) === '';
  const kept = value.trim();
  return !isVisible(kept) && strayCharacter(kept, kind) === undefined;
}
