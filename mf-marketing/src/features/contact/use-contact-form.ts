import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form';
import type { ContactMessage } from 'shared/contracts/contact';
import { checkContact, contactFields, trimContact } from 'shared/rules/contact';
import { CONTACT_MAX } from 'shared/rules/limits';
import { attemptKeys, sendMessage } from './send-message.ts';

/** How long a message of the form stays, and after which success clears the form (specification, section 9). */
const CLEAR_AFTER_MS = 3000;

const empty: ContactMessage = { fullName: '', subject: '', email: '', phone: '', message: '' };

/** What the form says at the moment. */
export interface FormMessage {
  kind: 'error' | 'success';
  text: string;
}

const check: Resolver<ContactMessage> = (values) => {
  const problems = checkContact(values);
  if (problems.length === 0) return { values: trimContact(values), errors: {} };
  const errors: FieldErrors<ContactMessage> = Object.fromEntries(
    problems.map(({ field, message }) => [field, { type: 'check', message }]),
  );
  return { values: {}, errors };
};

/**
 * The contact form's states: idle, submitting, success, error. Nothing typed is lost until it has arrived, and what
 * was sent is not sent twice.
 */
export function useContactForm() {
  const { register, handleSubmit, reset, clearErrors, formState } = useForm<ContactMessage>({
    // No default values: they would overwrite what a visitor typed before the script arrived.
    resolver: check,
    reValidateMode: 'onSubmit',
  });
  const [message, setMessage] = useState<FormMessage>();
  const [submitting, setSubmitting] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [keyOf] = useState(attemptKeys);

  useEffect(() => () => clearTimeout(timer.current), []);

  const say = (said: FormMessage | undefined, afterwards?: () => void) => {
    clearTimeout(timer.current);
    setMessage(said);
    if (!said) return;
    timer.current = setTimeout(() => {
      setMessage(undefined);
      afterwards?.();
    }, CLEAR_AFTER_MS);
  };

  const send = async (values: ContactMessage) => {
    if (busy.current) return;
    busy.current = true;
    say(undefined);
    setSubmitting(true);
    const result = await sendMessage(values, keyOf(values));
    setSubmitting(false);
    if (result.sent) {
      say({ kind: 'success', text: 'Form submitted successfully!' }, () => {
        reset(empty);
        busy.current = false;
      });
    } else {
      busy.current = false;
      say({ kind: 'error', text: result.message });
    }
  };

  const refuse = (errors: FieldErrors<ContactMessage>) => {
    const text = contactFields.map((field) => errors[field]?.message).find(Boolean);
    if (text) say({ kind: 'error', text });
  };

  /** Ignored while a message is on its way and until its success has been cleared. */
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy.current) void handleSubmit(send, refuse)(event);
  };

  /**
   * What a field needs. The words of an error go when the message goes; the mark stays until the field is changed.
   */
  const field = (name: keyof ContactMessage) => ({
    ...register(name, { onChange: () => clearErrors(name) }),
    error: message ? formState.errors[name]?.message : undefined,
    invalid: name in formState.errors,
    maxLength: CONTACT_MAX[name],
  });

  return { field, submit, submitting, message };
}
