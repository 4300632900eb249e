import { useEffect, useRef, useState, type ClipboardEvent, type FormEvent } from 'react';
import { CV_FIELD, type Application } from 'shared/contracts/careers';
import type { Problem } from 'shared/contracts/problem';
import { attemptKeys } from 'shared/forms/attempt-keys';
import type { FormErrors } from 'shared/forms/form-control';
import { useFormControl } from 'shared/forms/use-form-control';
import type { BannerKind } from 'shared/ui/banner';
import { APPLICATION_MAX } from 'shared/rules/limits';
import type { ApplicationField, SendApplication } from './application-control.ts';
import { dropDraft, keepDraft, restoreDraft } from './draft.ts';

type ApplicationErrors = FormErrors<Record<ApplicationField, string>>;

/** What the form says at the moment. */
export interface FormMessage {
  kind: BannerKind;
  text: string;
}

const UNREACHABLE = 'The connection broke before your application had arrived. Everything is still here, the file too: choose Submit to try again.';
const FAILED = 'Your application could not be sent. Everything is still here, the file too: try again in a moment.';
const CANCELLED = 'Sending was stopped. Everything is still here.';

/**
 * The application form's states: idle, submitting with progress, received, failed. Nothing typed is lost until it has
 * arrived, the file is chosen once, and what was sent is not sent twice.
 * @param asked the role that the address names, or nothing
 * @param first what the form says at first: it was sent before, without script
 */
export function useApplicationForm(asked: string, first: FormMessage | undefined) {
  const [errors, setErrors] = useState<ApplicationErrors>({});
  const [message, setMessage] = useState(first);
  /** Part of the form that has left, 0 to 1, while it is being sent. */
  const [progress, setProgress] = useState<number>();
  const [keyOf] = useState(attemptKeys);
  const sending = useRef<AbortController>(undefined);

  useEffect(() => () => sending.current?.abort(), []);

  const send = async (application: Application, cv: File, sendApplication: SendApplication) => {
    if (sending.current) return;
    sending.current = new AbortController();
    setErrors({});
    setMessage(undefined);
    setProgress(0);
    const key = keyOf([application, cv.name, cv.size, cv.lastModified]);
    const outcome = await sendApplication({ application, cv, key, onProgress: setProgress, signal: sending.current.signal });
    sending.current = undefined;
    setProgress(undefined);
    switch (outcome.kind) {
      case 'received':
        dropDraft();
        clear();
        return setMessage({ kind: 'success', text: outcome.text });
      case 'refused':
        return refuse(errorsOf(outcome.problem), outcome.problem.detail);
      case 'cancelled':
        return setMessage({ kind: 'info', text: CANCELLED });
      default:
        return setMessage({ kind: 'error', text: outcome.kind === 'failed' ? FAILED : UNREACHABLE });
    }
  };

  const refuse = (refused: ApplicationErrors, first: string) => {
    setErrors(refused);
    setMessage({ kind: 'error', text: first });
  };

  const { props, clear } = useFormControl({
    load: async (element) =>
      (await import('./application-control.ts')).controlApplicationForm(element, { valid: send, invalid: refuse }),
    isBusy: () => sending.current !== undefined,
    onFailure: () => setMessage({ kind: 'error', text: FAILED }),
  });
  const form = props.ref;

  useEffect(() => {
    restoreDraft(form.current!, asked);
  }, [form, asked]);

  const changed = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    setErrors((current) => (name in current ? { ...current, [name]: undefined } : current));
    keepDraft(form.current!, asked);
  };

  /** A file that is pasted anywhere in the form is the CV. */
  const paste = (event: ClipboardEvent) => {
    const { files } = event.clipboardData;
    const input = form.current!.elements.namedItem(CV_FIELD) as HTMLInputElement;
    if (event.isDefaultPrevented() || files.length === 0) return;
    event.preventDefault();
    input.files = files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };

  /** What a text field needs. */
  const field = (name: keyof typeof APPLICATION_MAX) => ({ name, error: errors[name], maxLength: APPLICATION_MAX[name] });

  return {
    form: { ...props, onChange: changed, onPaste: paste },
    field,
    errors,
    message,
    progress,
    cancel: () => sending.current?.abort(),
  };
}

function errorsOf({ errors = [] }: Problem): ApplicationErrors {
  return Object.fromEntries(errors.map(({ field, message }) => [field, message]));
}
