import { ACCOUNT_HEADER } from '../contracts/account.ts';

/** The header of a call for a form that names the account that its page shows (`shared/ui/for-account.tsx`). */
export function accountHeader(form: FormData): Record<string, string> {
  const account = form.get(ACCOUNT_HEADER);
  return typeof account === 'string' && account !== '' ? { [ACCOUNT_HEADER]: account } : {};
}
