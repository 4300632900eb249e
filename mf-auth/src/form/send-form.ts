/** Forms that a browser sends without script: their action runs on the server. */
import { data } from 'react-router-dom';
import type { Problem } from 'shared/contracts/problem';
import type { ServerLoaderContext } from 'shared/contracts/shell';
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
  const { apiFetch } = context as ServerLoaderContext;
  const named = form === undefined ? {} : { form };
  let response: Response;
  try {
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    response = await apiFetch(call, { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    return data<FormAnswer>({ ...refusal(undefined, values), ...named }, { status: 503 });
  }
  if (!response.ok) {
    const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
    return data<FormAnswer>({ ...refusal(problem, values), ...named }, { status: response.status });
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
