import { useEffect, useRef, useState } from 'react';
import { useActionData } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import type { FieldProblem } from 'shared/contracts/problem';
import { accountHeader } from 'shared/forms/account-header';
import type { FormResult } from 'shared/forms/answer-form';
import { fieldId, type FormErrors, withProblem, wrongFields } from 'shared/forms/form-errors';
import { inputOf } from 'shared/forms/inputs';
import { refusalOf, type Refusal } from 'shared/forms/refusal';
import { useFormControl } from 'shared/forms/use-form-control';
import { useMayLead } from 'shared/forms/use-may-lead';
import type { FormTable, FormValues } from 'shared/rules/form';
import { AWAY, NO_COOKIES, NOT_LOADED } from './away.ts';
import { leaveFor } from './leave-for.ts';

interface AccountForm<Form extends FormTable> {
  form: Form;
  /** Loads the form's check when a visitor turns to it (decision 010). */
  loadCheck: () => Promise<(values: FormValues<Form>) => FieldProblem[]>;
  /** One of `accountCalls`. */
  call: string;
  /** For a long form, which has a summary: the prefix of its controls' ids. */
  formName?: string;
  /** Where to go on success; if left out, the page itself says so. The whole page is loaded: the frame may change. */
  to?: string;
}

/** What the page shows of the last submission. */
type Shown<Form extends FormTable> = Omit<FormResult<Form>, 'values' | 'name'> & { done?: true };

/** States of these pages' forms: idle, submitting, refused, done. One sent without script starts with the answer. */
export function useAccountForm<Form extends FormTable>({ form, loadCheck, call, formName, to }: AccountForm<Form>) {
  const first = useActionData() as FormResult<Form> | undefined;
  const [shown, setShown] = useState<Shown<Form> | undefined>(first);
  const [submitting, setSubmitting] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const leadsToError = useRef(first !== undefined);
  const mayLead = useMayLead();

  const refuse = ({ errors, ...said }: Omit<Refusal, 'status'>) => {
    leadsToError.current = true;
    setAttempt((before) => before + 1);
    setShown({ ...said, errors: errors as FormErrors<Form> });
  };

  const send = async (values: FormValues<Form>) => {
    if (to !== undefined && !navigator.cookieEnabled) return refuse({ message: NO_COOKIES, errors: {} });
    setShown(undefined);
    setSubmitting(true);
    try {
      const headers = accountHeader(new FormData(element.current!));
      await callApi(call, { method: 'POST', body: values, headers });
      if (to !== undefined) return leaveFor(to, mayLead, () => setSubmitting(false));
      setShown({ done: true, errors: {} });
    } catch (error) {
      refuse(error instanceof ApiError ? refusalOf(error, AWAY) : { message: AWAY, errors: {} });
    }
    setSubmitting(false);
  };

  const { props } = useFormControl({
    load: async (element) => {
      const [{ controlForm }, check] = await Promise.all([import('shared/forms/form-control'), loadCheck()]);
      const invalid = (errors: FormErrors<Form>) => {
        setAttempt((before) => before + 1);
        setShown({ errors });
      };
      return controlForm(element, { form, check, hasSummary: formName !== undefined, valid: send, invalid });
    },
    onChange: (name, problemOf) =>
      setShown((current) => {
        if (!current) return current;
        const errors = withProblem(current.errors, name, problemOf);
        return errors === current.errors ? current : { ...current, errors };
      }),
    onFailure: () => refuse({ message: NOT_LOADED, errors: {} }),
  });
  const element = props.ref;

  useEffect(() => {
    if (!leadsToError.current) return;
    leadsToError.current = false;
    if (formName === undefined) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  });

  /** The props that a field needs. */
  const field = <Name extends keyof FormValues<Form> & string>(name: Name) => ({
    ...inputOf(form, name),
    id: formName && fieldId(formName, name),
    defaultValue: first?.values[name],
    error: shown?.errors[name],
  });

  const errors: Record<string, string | undefined> = shown?.errors ?? {};
  const message = Object.keys(errors).length > 0 ? undefined : shown?.message;
  return {
    form: { ...props, method: 'post' as const, noValidate: true },
    field,
    /** Errors by field, including fields that the form does not have. */
    errors,
    /** For the summary at the top. */
    summary: { wrong: formName ? wrongFields(form, formName, shown?.errors ?? {}) : [], attempt },
    submitting,
    /** What is wrong with the form as a whole; problems of a field are shown beside it. */
    message,
    /** What the message is about. */
    code: shown?.code,
    done: shown?.done === true,
    /** Whether something is wrong; then the title says so. */
    isRefused: message !== undefined || Object.values(errors).some((error) => error !== undefined),
  };
}
