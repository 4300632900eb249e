/**
 * A form is written once, as a table of its fields in the order in which they are checked: `contact-form.ts` and the
 * others beside it. The page's inputs, its checks, the action of a browser without script and the API's body follow
 * from the table. Tables are small enough for every page; the code that checks the values is loaded separately
 * (`form-check.ts`).
 */

export interface FormField {
  /**
   * What may be in it. `line`: text on one line; `text`: text of several lines; `choice`: one of a list; `password`:
   * one that was chosen before; `new-password`: one that is chosen here; `hidden`: what the page adds itself, ignored
   * rather than refused; `file`: a file, which is not a value of the form.
   */
  kind:
    | 'line'
    | 'text'
    | 'email'
    | 'phone'
    | 'url'
    | 'choice'
    | 'password'
    | 'new-password'
    | 'checkbox'
    | 'hidden'
    | 'file';
  /** Shown beside the control; for a hidden field, in the API's documentation. */
  label: string;
  /** Its name in messages that do not say "This". */
  noun?: string;
  /** Longest value, in UTF-16 units. */
  max?: number;
  /** It may be empty. */
  optional?: true;
  /** The message when it is empty, unless the specification has its own. */
  empty?: string;
  /** Surrounding space belongs to the value. */
  asTyped?: true;
  /** What browsers may fill in, where it is not what the kind suggests. */
  autoComplete?: string;
  placeholder?: string;
}

export type FormTable = Readonly<Record<string, FormField>>;

/** The fields that hold a value: all but files. */
export type ValueField<Form extends FormTable> = {
  [Name in keyof Form]: Form[Name]['kind'] extends 'file' ? never : Name;
}[keyof Form] &
  string;

/** What a form holds: texts, and whether boxes are ticked. An optional field that is empty is an empty text. */
export type FormValues<Form extends FormTable> = {
  -readonly [Name in ValueField<Form>]: Form[Name]['kind'] extends 'checkbox' ? boolean : string;
};

type OptionalField<Form extends FormTable> = {
  [Name in keyof Form]: Form[Name] extends { optional: true } ? Name : never;
}[keyof Form];

/** What may be sent of a form: optional fields may be missing. */
export type FormBody<Form extends FormTable> = Omit<FormValues<Form>, OptionalField<Form>> & Partial<FormValues<Form>>;

/** What a form arrived as: `FormData`, `URLSearchParams`, a `Map` of its texts. */
interface ArrivedForm {
  get(name: string): unknown;
}

/** The names of the fields that hold a value, in the table's order. */
export function valueFields<Form extends FormTable>(form: Form): ValueField<Form>[] {
  return (Object.keys(form) as ValueField<Form>[]).filter((name) => form[name]!.kind !== 'file');
}

/**
 * The values of a form that a browser has sent, as they were typed: a missing field is empty, and so is a file in the
 * place of a text. Browsers send line breaks as CR LF; here they are single characters, as scripts see them.
 */
export function readForm<Form extends FormTable>(form: Form, arrived: ArrivedForm): FormValues<Form> {
  return valuesOf(form, (name, { kind }) => {
    const value = arrived.get(name);
    const text = typeof value === 'string' ? value : '';
    return kind === 'checkbox' ? text !== '' : text.replaceAll('\r\n', '\n');
  });
}

/** The values to store: trimmed, except what is kept as typed. Only the table's fields are in it. */
export function trimForm<Form extends FormTable>(form: Form, values: FormBody<Form>): FormValues<Form> {
  return valuesOf(form, (name, field) => {
    const value = (values as Record<string, unknown>)[name];
    return typeof value === 'string' ? trimmed(field, value) : (value ?? emptyOf(field));
  });
}

/** Invisible characters that phones and chat programs copy along with a number or an address. */
const COPIED_ALONG = /[\p{Bidi_Control}\u200b\ufeff]/gu;

export function trimmed({ kind, asTyped }: FormField, value: string): string {
  if (asTyped || isSecret(kind)) return value;
  const isOneWord = kind === 'email' || kind === 'phone' || kind === 'url';
  return (isOneWord ? value.replace(COPIED_ALONG, '') : value).trim();
}

/** Whether the value is a password: kept as typed, never shown again. */
export function isSecret(kind: FormField['kind']): boolean {
  return kind === 'password' || kind === 'new-password';
}

/** The value of a field that was not filled in. */
export function emptyOf({ kind }: FormField): string | boolean {
  return kind === 'checkbox' ? false : '';
}

function valuesOf<Form extends FormTable>(
  form: Form,
  of: (name: string, field: FormField) => unknown,
): FormValues<Form> {
  return Object.fromEntries(valueFields(form).map((name) => [name, of(name, form[name]!)])) as FormValues<Form>;
}
