import { answerForm, type FormResult } from 'shared/forms/answer-form';

/** Shown when the API could not do it. */
export const AWAY = 'We could not reach the newsletter service. Try again in a moment.';

/** The result of a mailed link's button. */
export type LinkResult = FormResult<Record<never, never>>;

/** Does what a mailed link is for: its form has a button and no field. */
export async function followLink(send: () => Promise<unknown>) {
  return await answerForm(new FormData(), { form: {}, check: () => [], send, otherwise: AWAY, ownFailures: false });
}
