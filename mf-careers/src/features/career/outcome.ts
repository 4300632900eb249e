/** What became of an application, in words. */
import { applicationOutcome } from 'shared/contracts/careers';
import type { ProblemCode } from 'shared/contracts/problem';

export const receivedText = (id: string): string => `Your application has arrived. Its number is ${id}; a receipt is on its way to you by e-mail.`;

/** The names of the form's fields, as its labels have them. */
export const labels = {
  role: 'Role',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  cv: 'Resume / CV',
  linkedin: 'LinkedIn link',
  about: 'Anything you want to tell us',
} as const;

const reasons: Partial<Record<ProblemCode, string>> = {
  'validation-failed': 'Something in it needs another look',
  'body-too-large': 'It was too large',
  'too-many-requests': 'Too many were sent from your address; wait an hour',
};

/**
 * What the address says about a form that was sent without script.
 * @returns nothing if it says nothing
 */
export function outcomeOf(query: URLSearchParams): { kind: 'success' | 'error'; text: string } | undefined {
  const received = query.get(applicationOutcome.received);
  if (received && /^[\da-f-]{36}$/.test(received)) return { kind: 'success', text: receivedText(received) };
  const refused = query.get(applicationOutcome.refused);
  if (!refused) return undefined;
  const names = (query.get(applicationOutcome.fields) ?? '').split(',').flatMap((name) => labels[name as keyof typeof labels] ?? []);
  const reason = `${reasons[refused as ProblemCode] ?? 'Something went wrong on the way'}${names.length > 0 ? `: ${names.join(', ')}` : ''}.`;
  return { kind: 'error', text: `Your application was not sent. ${reason} Go back in your browser to what you typed, then send it again.` };
}
