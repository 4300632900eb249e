import { useLocation } from 'react-router-dom';
import { accountCalls, NEW_PASSWORD, OLD_PASSWORD, type Confirmation } from 'shared/contracts/account';
import { FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PasswordField } from 'shared/ui/password-field';
import { nextOf } from '../../form/next.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { ConfirmFrame, NotYou, Refused } from './confirm-frame.tsx';
import { afterwardsOf, confirmPage } from './ways.ts';

const load = () => import('./by-password-control.ts');

/** Another browser than the one that registered: anybody can have typed the address, the password tells who it was. */
export function ByPassword() {
  const location = useLocation();
  const next = nextOf(location);
  const { form, field, submitting, button, message, code, isRefused } = useAccountForm<Confirmation>({
    call: accountCalls.confirm,
    load,
    to: afterwardsOf(location),
  });
  return (
    <ConfirmFrame
      lead="This is not the browser you registered in. Enter the password you chose there."
      isRefused={isRefused}
    >
      <FormRows {...form} action={confirmPage(next, OLD_PASSWORD)}>
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Refused message={message} code={code} />
        <SubmitButton submitting={submitting} ref={button}>
          Confirm my address
        </SubmitButton>
        <p>
          Forgotten it, or did someone else register you?{' '}
          <TextLink to={confirmPage(next, NEW_PASSWORD)}>Choose a new password</TextLink>
        </p>
        <NotYou />
      </FormRows>
    </ConfirmFrame>
  );
}
