import { useEffect, type FocusEvent, type SubmitEvent } from 'react';
import { inTime } from 'shared/contracts/in-time';
import { Below } from 'shared/ui/below';
import { serverRendered } from 'shared/ui/server-rendered';
import { NEWSLETTER_OFFLINE } from './newsletter-offline.ts';

const Footer = serverRendered(async () => (await import('./footer.tsx')).Footer);

/** Brings the server's newsletter form to life: its script is loaded only when a visitor turns to it. */
async function wake(form: HTMLFormElement): Promise<true> {
  const { takeOver } = await import('./newsletter.tsx');
  await takeOver(form);
  return true;
}

function prepare({ target }: FocusEvent): void {
  const form = target.closest('form');
  if (form) wake(form).catch(() => {});
}

/**
 * Holds a form sent before its script has loaded. If the script does not come in time, the form is sent without; but
 * not offline, where the browser's own page would take the place of this one: the field says so then.
 */
function submit(event: SubmitEvent): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  void inTime(wake(form))
    .catch(() => undefined)
    .then((isAwake) => {
      if (isAwake) return form.requestSubmit();
      if (navigator.onLine) return form.submit();
      const field = form.elements.namedItem('email') as HTMLInputElement;
      field.setCustomValidity(NEWSLETTER_OFFLINE);
      field.reportValidity();
      addEventListener('online', () => field.setCustomValidity(''), { once: true });
    });
}

export function FooterPlace() {
  // On the way back from a page without it, the place where the visitor was may need its height at once.
  useEffect(() => () => void Footer.load().catch(() => {}), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its form has the focus and is sent
    <div onFocus={prepare} onSubmit={submit}>
      <Below>
        <Footer />
      </Below>
    </div>
  );
}
