import { useActionData, useLoaderData, useLocation } from 'react-router-dom';
import { type LinkedEmail, NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import type { FormResult } from 'shared/forms/answer-form';
import type { FormTable } from 'shared/rules/form';
import { Field } from 'shared/ui/field';
import { PasswordField } from 'shared/ui/password-field';
import { AcceptTerms } from '../../components/accept-terms.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { UserName } from '../../components/user-name.tsx';
import { ConfirmForm } from './confirm-form.tsx';
import { CLICK, wayOf, ways } from './ways.ts';

const loadNoCheck = async () => () => [];
const loadCheck = async () => (await import('shared/rules/accounts/account')).checkConfirmation;
const loadNewCheck = async () => (await import('shared/rules/accounts/account')).checkNewConfirmation;

export function Component() {
  const way = wayOf(useLocation());
  const answer = useActionData() as FormResult<FormTable> | undefined;
  if (way === NEW_PASSWORD) return <ByNewPassword />;
  // The API asked for it after a click without script: this browser has forgotten that it registered.
  const asksForPassword = answer?.errors['password'] !== undefined;
  return way === OLD_PASSWORD || asksForPassword ? <ByPassword /> : <InThisBrowser />;
}

/** For the browser that registered: one click. */
function InThisBrowser() {
  return <ConfirmForm way={CLICK} {...ways[CLICK]} loadCheck={loadNoCheck} lead="The last step of registration." />;
}

/**
 * For a browser that did not register the address, or has registered another one since: anyone could have typed it, but
 * only they know the password they chose.
 */
function ByPassword() {
  const linked = useLoaderData() as LinkedEmail | null;
  return (
    <ConfirmForm
      way={OLD_PASSWORD}
      {...ways[OLD_PASSWORD]}
      loadCheck={loadCheck}
      lead="This browser does not remember your registration. Enter the password you chose."
      otherWay={{
        question: 'Have you forgotten it, or did someone else register you?',
        link: 'Choose a new password',
        way: NEW_PASSWORD,
      }}
    >
      {(field) => (
        <>
          <UserName email={linked?.email} />
          <PasswordField {...field('password')} />
        </>
      )}
    </ConfirmForm>
  );
}

/** The owner of the mailbox registers now; whatever anyone typed before is forgotten. */
function ByNewPassword() {
  const linked = useLoaderData() as LinkedEmail | null;
  return (
    <ConfirmForm
      way={NEW_PASSWORD}
      {...ways[NEW_PASSWORD]}
      loadCheck={loadNewCheck}
      lead="Choose a new password. It replaces the one entered with your address before."
      otherWay={{
        question: 'Do you know the password you registered with?',
        link: 'Use it to confirm',
        way: OLD_PASSWORD,
      }}
    >
      {(field) => (
        <>
          <Field {...field('username')} />
          <UserName email={linked?.email} />
          <NewPasswordField {...field('password')} />
          <AcceptTerms {...field('term')} />
        </>
      )}
    </ConfirmForm>
  );
}
