import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { accountCalls, OLD_PASSWORD, type Confirmation } from 'shared/contracts/account';
import { FormRows } from 'shared/ui/field';
import { nextOf } from '../../form/next.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { ConfirmFrame, NotYou, Refused } from './confirm-frame.tsx';
import { afterwardsOf, confirmPage } from './ways.ts';

const load = () => import('./in-this-browser-control.ts');

/** The browser that registered: one click. */
export function InThisBrowser() {
  const location = useLocation();
  const next = nextOf(location);
  const { form, field, submitting, button, message, code, isRefused } = useAccountForm<Confirmation>({
    call: accountCalls.confirm,
    load,
    to: afterwardsOf(location),
  });
  const isUnknown = field('password').error !== undefined;
  useEffect(() => {
    // It does not know any more that it registered.
    if (isUnknown) window.location.replace(confirmPage(next, OLD_PASSWORD));
  }, [isUnknown, next]);
  return (
    <ConfirmFrame lead="The last step of registration." isRefused={isRefused}>
      <FormRows {...form} action={confirmPage(next)}>
        <Refused message={message} code={code} />
        <SubmitButton submitting={submitting} ref={button}>
          Confirm my address
        </SubmitButton>
        <NotYou />
      </FormRows>
    </ConfirmFrame>
  );
}
