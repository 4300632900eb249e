import { ACCOUNT_HEADER } from '../contracts/account.ts';
import { useSession } from '../contracts/shell.ts';

/**
 * The part of a form that names the account that its page shows: another tab may have logged in to another one since.
 */
export function ForAccount() {
  const session = useSession();
  return session.status === 'signed-in' && <input type="hidden" name={ACCOUNT_HEADER} value={session.id} />;
}
