import { data } from 'react-router-dom';
import { ApiError } from 'shared/api-client/api';

/** What came of a form: all went well, or a sentence about why not, with what was typed. */
export type Outcome = { done: true } | { done: false; message: string; typed: string };

const AWAY = 'We could not reach the newsletter. Try again in a moment.';

/**
 * Does what a form asks for and gives what its page shows, with the status of the API's answer.
 * @param typed stays in the form when it was refused
 */
export async function outcomeOf(call: () => Promise<unknown>, typed = '') {
  try {
    await call();
    return data<Outcome>({ done: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, problem } = error;
    const isRefused = status >= 400 && status < 500 && problem !== undefined;
    return data<Outcome>({ done: false, message: isRefused ? problem.detail : AWAY, typed }, { status: isRefused ? status : 503 });
  }
}
