import { answerForm, seeOther, type FormResult } from 'shared/forms/answer-form';
import { sentPage } from 'shared/forms/sent';

/** Shown when it is unknown what the API has done: it did not answer, as a rule. */
export const AWAY =
  'The newsletter service did not answer. It may have done what you asked for; try again in a moment.';

/** The result of a mailed link's button. */
export type LinkResult = FormResult<Record<never, never>>;

/** Does what a mailed link is for: its form has a button and no field. @param path of its page */
export async function followLink(path: string, send: () => Promise<unknown>) {
  return await answerForm(new FormData(), {
    form: {},
    check: () => [],
    send,
    sent: () => seeOther(sentPage(path)),
    otherwise: AWAY,
  });
}
