import { useRef, type FormEvent } from 'react';
import { afterNextFrame } from '../contracts/after-next-frame.ts';
import { inTime } from '../contracts/in-time.ts';
import type { FormControl } from './form-control.ts';

interface ControlledForm {
  /** Loads the code that checks and sends, and lets it take over the form. */
  load: (form: HTMLFormElement) => Promise<FormControl>;
  /** Whether submissions are ignored for now. While one is being sent, further ones are ignored anyway. */
  isBusy?: () => boolean;
  /** A visitor changed a field. @param problemOf finds what is wrong with it now, in words */
  onChange: (name: string, problemOf: FormControl['problemOf']) => void;
  /** The script failed to load, or broke. The next touch tries again, and the next submission does without it. */
  onFailure: () => void;
}

/**
 * A form whose control is loaded when a visitor turns to it (decision 010), once; a submission that is quicker than the
 * script waits for it, but not for long: then the browser sends it, as it can send all forms. Some browsers remember
 * that a module did not arrive and never ask again, so a second submission that finds no script is sent that way, too.
 */
export function useFormControl({ load, isBusy, onChange, onFailure }: ControlledForm) {
  const form = useRef<HTMLFormElement>(null);
  const control = useRef<Promise<FormControl>>(undefined);
  // Set from the first click on: a second click must not wait for the script as well.
  const isSending = useRef(false);
  const hasFailed = useRef(false);
  /** Given to the browser, which is to send it. */
  const isGiven = useRef(false);

  const take = (): Promise<FormControl> =>
    (control.current ??= load(form.current!).catch((error: unknown) => {
      control.current = undefined;
      throw error;
    }));

  const prepare = () => afterNextFrame(() => void take().catch(() => undefined));

  const submit = async (event: FormEvent) => {
    if (isGiven.current) return;
    event.preventDefault();
    if (isSending.current || isBusy?.()) return;
    isSending.current = true;
    try {
      const taken = await inTime(take()).catch(() => null);
      if (taken) return await taken.submit();
      const isLate = taken === undefined;
      // Offline, leaving the page would only lose the form.
      if ((isLate || hasFailed.current) && navigator.onLine) {
        isGiven.current = true;
        // Not `submit()`, which is no event: the shell sees that the form is on its way, and no press sends it again.
        form.current!.requestSubmit();
        isGiven.current = false;
        return;
      }
      hasFailed.current = true;
      onFailure();
    } catch {
      onFailure();
    } finally {
      isSending.current = false;
    }
  };

  const change = ({ target }: FormEvent) => {
    const { name } = target as HTMLInputElement;
    void take().then(
      ({ problemOf }) => onChange(name, problemOf),
      () => undefined,
    );
  };

  return {
    /** For the form element. */
    props: { ref: form, onSubmit: submit, onChange: change, onFocus: prepare, onPointerEnter: prepare },
    /** Empties the form; the next touch starts over. */
    clear: () => {
      void control.current?.then((current) => current.clear());
      control.current = undefined;
    },
  };
}
