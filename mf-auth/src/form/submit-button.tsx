import type { ReactNode } from 'react';
import { useBusyButton } from 'shared/forms/busy-button';
import { Button } from 'shared/ui/button';
import { Busy } from 'shared/ui/loader';

/** The form's own button, which says that the form is being sent. */
export function SubmitButton({ submitting, children }: { submitting: boolean; children: ReactNode }) {
  const button = useBusyButton(submitting);
  return (
    <Button type="submit" $block {...button}>
      {submitting ? <Busy>Submitting...</Busy> : children}
    </Button>
  );
}
