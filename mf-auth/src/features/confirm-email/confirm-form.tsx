import { useEffect, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ACCOUNT_HEADER, NEW_PASSWORD, OLD_PASSWORD } from 'shared/contracts/account';
import type { FieldProblem } from 'shared/contracts/problem';
import type { FormTable, FormValues } from 'shared/rules/form';
import { FormRows } from 'shared/ui/field';
import { TextLink } from 'shared/ui/links';
import { PrivacyNote } from 'shared/ui/privacy-note';
import { accountOf } from '../../form/linked-email.ts';
import { SubmitButton } from '../../form/submit-button.tsx';
import { useAccountForm } from '../../form/use-account-form.ts';
import { ConfirmFrame, NotYou, Refused } from './confirm-frame.tsx';
import { afterwardsOf, CLICK, confirmPage, type Way } from './ways.ts';

interface ConfirmFormProps<Form extends FormTable> {
  way: Way;
  /** `form` and `call` are those in `ways`. */
  form: Form;
  call: string;
  loadCheck: () => Promise<(values: FormValues<Form>) => FieldProblem[]>;
  lead: string;
  /** For visitors who cannot confirm in this way. */
  otherWay?: { question: string; link: string; way: Way };
  /** The form's fields. */
  children?: (field: ReturnType<typeof useAccountForm<Form>>['field']) => ReactNode;
}

/** The page with one of its forms. Opening the mailed link does nothing: programs that scan mail open links too. */
export function ConfirmForm<Form extends FormTable>({
  way,
  form: table,
  call,
  loadCheck,
  lead,
  otherWay,
  children,
}: ConfirmFormProps<Form>) {
  const location = useLocation();
  const { form, field, errors, submitting, message, code, isRefused } = useAccountForm({
    form: table,
    loadCheck,
    call,
    to: afterwardsOf(location),
  });
  // The browser that registered has forgotten that it did, so the API asks for the password.
  const isForgotten = way === CLICK && errors['password'] !== undefined;
  useEffect(() => {
    if (isForgotten) window.location.replace(confirmPage(location, OLD_PASSWORD));
  }, [isForgotten, location]);
  return (
    <ConfirmFrame lead={lead} isRefused={isRefused}>
      <FormRows {...form} action={confirmPage(location, way)}>
        <input type="hidden" name={ACCOUNT_HEADER} value={accountOf(location)} />
        {children?.(field)}
        <Refused message={message} code={code} />
        <SubmitButton submitting={submitting}>Confirm my address</SubmitButton>
        {otherWay && (
          <p>
            {otherWay.question} <TextLink href={confirmPage(location, otherWay.way)}>{otherWay.link}</TextLink>
          </p>
        )}
        <NotYou />
        {way === NEW_PASSWORD && <PrivacyNote inNewTab />}
      </FormRows>
    </ConfirmFrame>
  );
}
