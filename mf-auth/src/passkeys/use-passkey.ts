import { useState, useSyncExternalStore } from 'react';
import { ApiError } from 'shared/api-client/api';
import { loginFor } from 'shared/contracts/paths';
import { useBusyButton } from 'shared/forms/busy-button';
import { refusalOf, type Refusal } from 'shared/forms/refusal';
import { useMayLead } from 'shared/forms/use-may-lead';
import { AWAY, NOT_LOADED } from '../form/away.ts';
import { leaveFor } from '../form/leave-for.ts';
import type * as ceremonies from './ceremonies.ts';

type Ceremonies = typeof ceremonies;

const load = (): Promise<Ceremonies> => import('./ceremonies.ts');
const never = () => () => {};

/** Whether this browser supports passkeys; false on the server. */
export function useKnowsPasskeys(): boolean {
  return useSyncExternalStore(
    never,
    () => typeof PublicKeyCredential === 'function',
    () => false,
  );
}

/**
 * A button that uses a passkey: idle, waiting, refused.
 * @param to where the browser goes on success; the whole page is loaded, since the frame may change
 */
export function usePasskey(to: string) {
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<Omit<Refusal, 'status'>>();
  const button = useBusyButton(isWaiting);
  const mayLead = useMayLead();

  const begin = async (work: (ceremonies: Ceremonies) => Promise<void>) => {
    if (isWaiting) return;
    setRefusal(undefined);
    setIsWaiting(true);
    const leadTo = (url: string) => leaveFor(url, mayLead, () => setIsWaiting(false));
    try {
      await work(await load());
      leadTo(to);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'login-required')
        return leadTo(loginFor(location.pathname, 'session-ended'));
      setRefusal(refusalFrom(error));
      setIsWaiting(false);
    }
  };
  const prepare = () => void load().catch(() => undefined);
  return { begin, isWaiting, refusal, button, intent: { onFocus: prepare, onPointerEnter: prepare } };
}

/** The error may also be that the script failed to load. */
function refusalFrom(error: unknown): Omit<Refusal, 'status'> {
  try {
    return refusalOf(error, AWAY);
  } catch {
    return { message: NOT_LOADED, errors: {} };
  }
}
