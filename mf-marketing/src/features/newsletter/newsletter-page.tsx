import { useActionData, useLocation } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import type { FormResult } from 'shared/forms/answer-form';
import { inputOf } from 'shared/forms/inputs';
import { wasSent } from 'shared/forms/sent';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { Answer } from 'shared/ui/answer';
import { Button } from 'shared/ui/button';
import { Field, FormRows } from 'shared/ui/field';
import { SpamTrap } from 'shared/ui/spam-trap';
import { NewsletterFrame } from './newsletter-frame.tsx';

const path = href(paths.newsletter);

/** The newsletter's page, to which the footer's form also leads without script. */
export function Component() {
  const answer = useActionData() as FormResult<typeof newsletterForm> | undefined;
  const isSent = wasSent(useLocation()) && !answer;
  return (
    <NewsletterFrame
      path={path}
      title="Newsletter"
      lead="News from our work, by email. You can unsubscribe at any time."
      isRefused={answer !== undefined}
    >
      {isSent ? (
        <Answer kind="success">
          Check your email to confirm.
          <p>We have sent you a link. You are subscribed once you open it and confirm.</p>
        </Answer>
      ) : (
        <FormRows method="post" action={path} noValidate>
          <SpamTrap />
          <Field
            {...inputOf(newsletterForm, 'email')}
            defaultValue={answer?.values.email}
            error={answer?.message}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- for a form that was refused
            autoFocus={answer !== undefined}
          />
          <div>
            <Button type="submit">Subscribe</Button>
          </div>
        </FormRows>
      )}
    </NewsletterFrame>
  );
}
