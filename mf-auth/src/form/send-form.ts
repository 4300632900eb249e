/** Forms that a browser sends without script: their action runs on the server. */
import { data } from 'react-router-dom';
import { requestApi, type ApiError } from 'shared/api-client/api';
import { refusal, type FormAnswer } from './answer.ts';

interface Sending {
  /** One of `accountCalls`. */
  call: string;
  body: object;
  /** Where the browser goes when all went well; without it the page itself says so. */
  to?: string;
  /** What the page shows again if it was refused. */
  values?: Record<string, string>;
  /** Which form it was, where the page has several. */
  form?: string;
}

/**
 * Sends it to the API. The cookies of the answer, the session's among them, go on to the browser with the redirect.
 * @param context of the action
 */
export async function sendForm(context: unknown, { call, body, to, values = {}, form }: Sending) {
  const named = form === undefined ? {} : { form };
  let response: Response;
  try {
    response = await requestApi(call, { method: 'POST', body, context });
  } catch (error) {
    const { problem, status } = error as ApiError;
    return data<FormAnswer>({ ...refusal(problem, values), ...named }, { status: status || 503 });
  }
  if (to === undefined) return data<FormAnswer>({ done: true, errors: {}, values: {} });
  const headers = new Headers({ location: to });
  for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
  return new Response(null, { status: 303, headers });
}

/** A field of a form; empty if it was not sent. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
