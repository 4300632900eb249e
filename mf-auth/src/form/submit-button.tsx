import type { ReactNode, Ref } from 'react';
import { Button } from 'shared/ui/button';
import { Busy } from 'shared/ui/loader';

/** The form's own button, which says that the form is being sent. */
export function SubmitButton({
  submitting,
  ref,
  children,
}: {
  submitting: boolean;
  ref: Ref<HTMLButtonElement>;
  children: ReactNode;
}) {
  return (
    <Button type="submit" $block disabled={submitting} ref={ref}>
      {submitting ? <Busy>Submitting...</Busy> : children}
    </Button>
  );
}
