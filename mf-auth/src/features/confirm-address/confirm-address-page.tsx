import { useActionData, useLocation } from 'react-router-dom';
import { NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import type { FormAnswer } from '../../form/answer.ts';
import { ByNewPassword } from './by-new-password.tsx';
import { ByPassword } from './by-password.tsx';
import { InThisBrowser } from './in-this-browser.tsx';
import { wayOf } from './ways.ts';

/** Asks before anything is done: programs that scan mail open links too. */
export function Component() {
  const way = wayOf(useLocation());
  const answer = useActionData() as FormAnswer | undefined;
  if (way === NEW_PASSWORD) return <ByNewPassword />;
  // This browser did register, but does not know it any more.
  return way === OLD_PASSWORD || answer?.errors['password'] !== undefined ? <ByPassword /> : <InThisBrowser />;
}
