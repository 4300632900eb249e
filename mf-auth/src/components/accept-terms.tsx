import { href, paths } from 'shared/contracts/paths';
import { Checkbox } from 'shared/ui/checkbox';
import { TextLink } from 'shared/ui/links';

interface AcceptTermsProps {
  name: string;
  /** Anything: it was ticked. */
  defaultValue: string | undefined;
  error: string | undefined;
}

/** The box that everybody ticks who registers. */
export function AcceptTerms({ name, defaultValue, error }: AcceptTermsProps) {
  return (
    <Checkbox name={name} error={error} defaultChecked={Boolean(defaultValue)}>
      I accept the {/* Beside this page: who comes back finds what was typed. */}
      <TextLink to={href(paths.terms)} target="_blank">
        terms and conditions<span className="visually-hidden"> (in a new tab)</span>
      </TextLink>
      .
    </Checkbox>
  );
}
