import { useEffect, useRef, type FormEvent } from 'react';

/** As long as the server takes for a form. A visitor who stopped the browser may send it again after that. */
const ANSWERED_MS = 15_000;

/**
 * For a form that the browser sends itself. A second press would be answered in place of the first, by what that one
 * has left: a password that is no longer the current one, an account that is gone.
 * @returns the form's `onSubmit`
 */
export function useSentOnce() {
  const isSent = useRef(false);
  useEffect(() => {
    // The browser may keep the page as it was, for a visitor who comes back.
    const again = () => {
      isSent.current = false;
    };
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  return (event: FormEvent) => {
    if (isSent.current) return event.preventDefault();
    isSent.current = true;
    setTimeout(() => (isSent.current = false), ANSWERED_MS);
  };
}
