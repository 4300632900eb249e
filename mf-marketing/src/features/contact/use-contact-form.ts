import { useEffect, useRef, useState } from 'react';
import { useActionData, useLocation } from 'react-router-dom';
import { serviceOf } from 'shared/content/services';
import type { FormResult } from 'shared/forms/answer-form';
import { fieldId, type FormErrors, withProblem, wrongFields } from 'shared/forms/form-errors';
import { inputOf } from 'shared/forms/inputs';
import { wasSent } from 'shared/forms/sent';
import { useFormControl } from 'shared/forms/use-form-control';
import { contactForm, type ContactMessage } from 'shared/rules/contact/contact-form';
import { noAnswer } from './result-texts.ts';
import type { SendResult } from './send-message.ts';

type ContactResult = FormResult<typeof contactForm>;

/** How long a message of the form stays; after it, success also clears the form (specification, section 9). */
const CLEAR_AFTER_MS = 3000;

const FORM_NAME = 'contact';

/** The form's current message. */
interface FormMessage {
  kind: 'error' | 'success';
  text: string;
}

const success: FormMessage = { kind: 'success', text: 'Form submitted successfully!' };

/**
 * The contact form's states: idle, submitting, success, error. Nothing typed is lost before it has arrived, and what
 * was sent is not sent twice. A form that was sent without script begins in the state that the server answered with.
 * @param pageOrder the fields in the order of the page, and of the summary of what is wrong
 */
export function useContactForm(pageOrder: readonly (keyof ContactMessage)[]) {
  const answer = useActionData() as ContactResult | undefined;
  const location = useLocation();
  const [errors, setErrors] = useState<FormErrors<typeof contactForm>>(answer?.errors ?? {});
  const [message, setMessage] = useState<FormMessage | undefined>(() => firstMessage(answer, location));
  const [attempt, setAttempt] = useState(0);
  const [submitting, setSubmitting] = useState(false);
  /** Until a message that is on its way has been cleared, anything typed would be neither sent nor kept. */
  const [isHeld, setIsHeld] = useState(false);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Clears what has arrived: once its message goes, or the page does, to which the visitor may come back. */
  const end = useRef<() => void>(undefined);

  useEffect(() => {
    say(message);
    return () => {
      clearTimeout(timer.current);
      end.current?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: what the page came with goes as well
  }, []);

  const say = (said: FormMessage | undefined, afterwards?: () => void) => {
    clearTimeout(timer.current);
    setMessage(said);
    if (!said) return;
    timer.current = setTimeout(() => {
      setMessage(undefined);
      afterwards?.();
    }, CLEAR_AFTER_MS);
  };

  const hold = (held: boolean) => {
    busy.current = held;
    setIsHeld(held);
  };

  const send = async (deliver: () => Promise<SendResult>) => {
    hold(true);
    say(undefined);
    setErrors({});
    setSubmitting(true);
    const result = await deliver();
    setSubmitting(false);
    if (result.sent) {
      end.current = () => {
        end.current = undefined;
        clear();
        hold(false);
      };
      if (props.ref.current) say(success, end.current);
      else end.current();
    } else {
      hold(false);
      say({ kind: 'error', text: result.message });
    }
  };

  const refuse = (refused: FormErrors<typeof contactForm>, first: string) => {
    setErrors(refused);
    setAttempt((before) => before + 1);
    say({ kind: 'error', text: first });
  };

  const { props, clear } = useFormControl({
    load: async (form) =>
      (await import('./contact-control.ts')).controlContactForm(form, { valid: send, invalid: refuse }),
    // True while a message is on its way, and until its success has been cleared.
    isBusy: () => busy.current,
    onChange: (name, problemOf) => setErrors((current) => withProblem(current, name, problemOf)),
    onFailure: () => say({ kind: 'error', text: noAnswer() }),
  });

  /** The props that a field needs. */
  const field = (name: keyof ContactMessage) => ({
    ...inputOf(contactForm, name),
    id: fieldId(FORM_NAME, name),
    defaultValue: answer?.values[name] ?? (name === 'message' ? opening(location.search) : undefined),
    error: errors[name],
    // Not disabled: what was typed can be read, and the focus stays.
    readOnly: isHeld,
  });

  return {
    form: props,
    field,
    submitting,
    message,
    /** For the summary at the top, whose lines stay until each field is right. */
    summary: { wrong: wrongFields(contactForm, FORM_NAME, errors, pageOrder), attempt },
  };
}

/** The first message of the page: there is one only after a form was sent without script. */
function firstMessage(answer: ContactResult | undefined, location: { search: string }): FormMessage | undefined {
  if (answer?.message) return { kind: 'error', text: answer.message };
  return wasSent(location) ? success : undefined;
}

/** The message begins with the service that the visitor chose. */
function opening(search: string): string | undefined {
  const service = serviceOf(search);
  return service && `${service.title}\n\n`;
}
