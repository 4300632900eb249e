import type { FocusEvent, SubmitEvent } from 'react';
import { inTime } from 'shared/contracts/in-time';
import { Below } from 'shared/ui/below';
import { serverRendered } from 'shared/ui/server-rendered';

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

/** Holds a form sent before its script is there. If the script does not come in time, the form is sent without. */
function submit(event: SubmitEvent): void {
  if (event.defaultPrevented) return;
  event.preventDefault();
  const form = event.target as HTMLFormElement;
  void inTime(wake(form))
    .catch(() => undefined)
    .then((isAwake) => (isAwake ? form.requestSubmit() : form.submit()));
}

export function FooterPlace() {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its form has the focus and is sent
    <div onFocus={prepare} onSubmit={submit}>
      <Below>
        <Footer />
      </Below>
    </div>
  );
}
