import {
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type SyntheticEvent,
} from 'react';
import { CV_FIELD } from 'shared/contracts/careers';
import { fieldId, type FormErrors, withProblem, wrongFields } from 'shared/forms/form-errors';
import { inputOf } from 'shared/forms/inputs';
import { useFormControl } from 'shared/forms/use-form-control';
import { applicationForm, type Application } from 'shared/rules/careers/application-form';
import type { BannerKind } from 'shared/ui/banner';
import type { WrongField } from 'shared/ui/error-summary';
import { servedBy, useServed } from 'shared/ui/use-served';
import type { ApplicationField, Means } from './application-control.ts';
import { dropDraft, keepDraft, restoreDraft } from './draft.ts';
import { FORM_NAME } from './form-name.ts';

type ApplicationErrors = FormErrors<typeof applicationForm>;

/** The form's current message. */
export interface FormMessage {
  kind: BannerKind;
  /** A sentence, or the reference if the application has arrived. */
  text: string;
  /** Fields that were refused when the form was sent without script. */
  wrong?: readonly WrongField[];
}

const UNSURE =
  'We do not know whether your application has arrived. Everything is still here, including the file: choose Submit to try again. It is counted once.';
const FAILED =
  'Your application could not be sent. Everything is still here, including the file: try again in a moment.';
const CANCELLED = 'Sending was stopped. Everything is still here.';
const CANCELLED_LATE =
  'Everything had already been sent when you cancelled. If a receipt comes by email, your application has arrived. Everything is still here.';

/**
 * The application form's states: idle, submitting with progress, received, failed. Nothing typed is lost before it has
 * arrived, the file is chosen only once, and what was sent is not sent twice.
 * @param asked the role that the URL names, or nothing
 * @param first the first message, if the form was sent before without script
 */
export function useApplicationForm(asked: string, first: FormMessage | undefined) {
  const [errors, setErrors] = useState<ApplicationErrors>({});
  const [message, setMessage] = useState(first);
  const [attempt, setAttempt] = useState(0);
  // A visitor who chooses another role wants the form again.
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    if (message?.kind === 'success') setMessage(undefined);
  }
  /** While the form is being sent: how much of it has been, 0 to 1, and what asks before the visitor leaves. */
  const [upload, setUpload] = useState<{ part: number; LeaveWarning: Means['LeaveWarning'] }>();
  const sending = useRef<AbortController>(undefined);
  const comesBack = useRef(false);
  const isServed = useServed();

  useEffect(() => () => sending.current?.abort(), []);

  const send = async (application: Application, cv: File, { sendApplication, LeaveWarning }: Means) => {
    if (sending.current) return;
    sending.current = new AbortController();
    setErrors({});
    setMessage(undefined);
    let left = 0;
    const onProgress = (part: number) => {
      left = part;
      setUpload({ part, LeaveWarning });
    };
    onProgress(0);
    const { signal } = sending.current;
    const result = await sendApplication({ application, cv, onProgress, signal }).finally(() => {
      sending.current = undefined;
      setUpload(undefined);
    });
    switch (result.kind) {
      case 'received':
        dropDraft();
        clear();
        return setMessage({ kind: 'success', text: result.reference });
      case 'refused':
        return refuse(result.errors, result.message);
      case 'cancelled':
        return setMessage({ kind: 'info', text: left < 1 ? CANCELLED : CANCELLED_LATE });
      default:
        return setMessage({ kind: 'error', text: result.kind === 'failed' ? FAILED : UNSURE });
    }
  };

  const refuse = (refused: ApplicationErrors, first: string) => {
    setErrors(refused);
    setAttempt((before) => before + 1);
    // Problems of a field are shown beside it and in the summary.
    const isListed = wrongFields(applicationForm, FORM_NAME, refused).length > 0;
    setMessage(isListed ? undefined : { kind: 'error', text: first });
  };

  const { props, clear } = useFormControl({
    load: async (element) =>
      (await import('./application-control.ts')).controlApplicationForm(element, { valid: send, invalid: refuse }),
    isBusy: () => sending.current !== undefined,
    onChange: (name, problemOf) => setErrors((current) => withProblem(current, name, problemOf)),
    onFailure: () => setMessage({ kind: 'error', text: FAILED }),
  });
  const form = props.ref;

  useEffect(() => {
    if (form.current) restoreDraft(form.current, asked);
    // The browser has sent it by itself; what it holds after a reload may be the next one.
    else if (isServed && servedBy()?.type === 'navigate') dropDraft();
  }, [form, asked, isServed]);

  useEffect(() => {
    // React may still owe this to a rendering before the form is back.
    if (!comesBack.current || !form.current) return;
    comesBack.current = false;
    restoreDraft(form.current, asked);
    (form.current.elements.namedItem('role') as HTMLElement).focus();
  });

  const change = (event: FormEvent) => {
    props.onChange(event);
    keepDraft(form.current!, asked);
  };

  /** Takes a file pasted or dropped anywhere in the form as the CV; the browser does that for the file field itself. */
  const take = (event: SyntheticEvent, { files }: DataTransfer) => {
    const input = form.current!.elements.namedItem(CV_FIELD) as HTMLInputElement;
    if (event.isDefaultPrevented() || event.target === input || files.length === 0) return;
    event.preventDefault();
    if (sending.current) return;
    input.files = files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const paste = (event: ClipboardEvent) => {
    // Office programs copy a picture of formatted text, too.
    if (!event.clipboardData.types.includes('text/html')) take(event, event.clipboardData);
  };
  /** Without this, the browser would leave the page and open the file. */
  const allowDrop = (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault();
  };

  /** The props that a field needs. */
  const field = (name: ApplicationField) => ({
    ...inputOf(applicationForm, name),
    id: fieldId(FORM_NAME, name),
    error: errors[name],
    // What is changed while the form is on its way would be neither sent nor kept. Not disabled: it can still be read.
    readOnly: upload !== undefined,
  });

  return {
    form: {
      ...props,
      onChange: change,
      onPaste: paste,
      onDragOver: allowDrop,
      onDrop: (event: DragEvent) => take(event, event.dataTransfer),
    },
    field,
    /** The reference of the application that has arrived, which the page shows in place of the form. */
    received: message?.kind === 'success' ? message.text : undefined,
    /** Brings the form back, and the focus to it. */
    again: () => {
      comesBack.current = true;
      setMessage(undefined);
    },
    /** The message beside the button. */
    message: message?.wrong?.length ? undefined : message,
    /** For the summary at the top. */
    summary: message?.wrong?.length
      ? { wrong: message.wrong, heading: message.text }
      : { wrong: wrongFields(applicationForm, FORM_NAME, errors), attempt },
    upload,
    cancel: () => sending.current?.abort(),
  };
}
