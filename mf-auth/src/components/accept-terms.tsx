import { href, paths } from 'shared/contracts/paths';
import { Checkbox } from 'shared/ui/checkbox';
import { NewTabLink } from 'shared/ui/links';

interface AcceptTermsProps {
  id: string | undefined;
  name: string;
  'aria-required': true | undefined;
  /** Whether the box was ticked before. */
  defaultValue: boolean | undefined;
  error: string | undefined;
}

/** The box to tick when registering. */
export function AcceptTerms({ id, name, defaultValue, error, ...field }: AcceptTermsProps) {
  return (
    <Checkbox id={id} name={name} aria-required={field['aria-required']} error={error} defaultChecked={defaultValue}>
      I accept the <NewTabLink href={href(paths.terms)}>terms and conditions</NewTabLink>.
    </Checkbox>
  );
}
