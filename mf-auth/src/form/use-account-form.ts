import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useActionData } from 'react-router-dom';
import { ApiError, callApi } from 'shared/api-client/api';
import { useFocusKept } from 'shared/forms/focus-kept';
import type { FormControl, FormErrors } from 'shared/forms/form-control';
import { useFormControl } from 'shared/forms/use-form-control';
import { refusal, type FormAnswer } from './answer.ts';

/** What the loaded control tells. */
export interface Outcome<Values> {
  valid: (values: Values) => Promise<void>;
  invalid: (errors: FormErrors<Values>) => void;
}

interface AccountForm<Values> {
  /** One of `accountCalls`. */
  call: string;
  /** Loads what checks the fields (decision 010). */
  load: () => Promise<{ control: (form: HTMLFormElement, outcome: Outcome<Values>) => FormControl }>;
  /** Where to go when all went well; without it the page itself says so. The whole page is loaded: the frame may change. */
  to?: string;
}

/**
 * A form of these pages: idle, submitting, refused, done. It begins with what the server answered, if it was sent
 * without script.
 */
export function useAccountForm<Values extends object>({ call, load, to }: AccountForm<Values>) {
  const first = useActionData() as FormAnswer | undefined;
  const [answer, setAnswer] = useState(first);
  const [submitting, setSubmitting] = useState(false);
  const leadsToError = useRef(first !== undefined);
  const button = useFocusKept(submitting);

  const refuse = (refused: FormAnswer) => {
    leadsToError.current = true;
    setAnswer(refused);
  };

  const send = async (values: Values) => {
    setAnswer(undefined);
    setSubmitting(true);
    try {
      await callApi(call, { method: 'POST', body: values });
      if (to === undefined) setAnswer({ done: true, errors: {}, values: {} });
      else location.assign(to);
    } catch (error) {
      refuse(refusal(error instanceof ApiError ? error.problem : undefined));
    } finally {
      setSubmitting(false);
    }
  };

  const invalid = (errors: FormErrors<Values>) => setAnswer({ errors: errors as Record<string, string>, values: {} });

  const { props } = useFormControl({
    load: async (element) => (await load()).control(element, { valid: send, invalid }),
    onFailure: () => refuse(refusal(undefined)),
  });
  const form = props.ref;

  useEffect(() => {
    if (!leadsToError.current) return;
    leadsToError.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  });

  const changed = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setAnswer((current) => {
      if (!current?.errors[name]) return current;
      const { [name]: _fixed, ...errors } = current.errors;
      return { ...current, errors };
    });
  };

  /** What a field needs. */
  const field = (name: keyof Values & string) => ({
    name,
    defaultValue: first?.values[name],
    error: answer?.errors[name],
  });

  return {
    form: { ...props, method: 'post' as const, noValidate: true, onChange: changed },
    field,
    submitting,
    button,
    message: answer?.message,
    /** What the message is about. */
    code: answer?.code,
    done: answer?.done === true,
    /** The server answered with errors, so the title says so. */
    isRefused: first !== undefined && first.done !== true,
  };
}
