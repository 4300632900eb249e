import { data, type ActionFunctionArgs } from 'react-router-dom';
import type { ContactMessage } from 'shared/contracts/contact';
import { href, paths } from 'shared/contracts/paths';
import type { ServerLoaderContext } from 'shared/contracts/shell';
import { isTrapped, TRAPPED } from 'shared/contracts/spam-trap';
import { checkContact, contactFields, trimContact } from 'shared/rules/contact';
import { SENT, type ContactAnswer } from './answer.ts';
import { sendMessage } from './send-message.ts';

/** Takes the form of a browser without script: sends the message, or gives it back with what is wrong. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const text = (name: keyof ContactMessage): string => {
    const value = form.get(name);
    // Forms send line breaks as CR LF.
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
  };
  const values = Object.fromEntries(contactFields.map((name) => [name, text(name)])) as unknown as ContactMessage;
  if (isTrapped(form)) return data<ContactAnswer>({ values, errors: {}, message: TRAPPED }, { status: 422 });
  const problems = checkContact(values);
  if (problems.length > 0) {
    const errors = Object.fromEntries(problems.map(({ field, message }) => [field, message]));
    return data<ContactAnswer>({ values, errors, message: problems[0]!.message }, { status: 422 });
  }
  const { apiFetch } = context as unknown as ServerLoaderContext;
  const message = trimContact(values);
  const result = await sendMessage(message, await keyOf(message), apiFetch);
  if (result.sent) return new Response(null, { status: 303, headers: { location: `${href(paths.contact)}?${SENT}` } });
  return data<ContactAnswer>({ values, errors: {}, message: result.message }, { status: result.status || 503 });
}

/** The same message from the same sender is one attempt: a form that is sent twice arrives once. */
async function keyOf(message: ContactMessage): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(contactFields.map((name) => message[name])));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return `form-${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
