/** A field that people do not see. Programs that fill in every field of a form give themselves away (decision 039). */
export const TRAP_FIELD = 'website';

/** Shown to a person whose browser filled it in; on the page that shows this the field is empty again. */
export const TRAPPED = 'A hidden field was filled in, so nothing was sent. Please send it again.';

export function isTrapped(form: FormData): boolean {
  return Boolean(form.get(TRAP_FIELD));
}
