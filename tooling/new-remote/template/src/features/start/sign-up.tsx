import { useActionData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import type { FormResult } from 'shared/forms/answer-form';
import { inputOf } from 'shared/forms/inputs';
import { wasSent } from 'shared/forms/sent';
import { newsletterForm } from 'shared/rules/newsletter/newsletter-form';
import { Answer } from 'shared/ui/answer';
import { Button } from 'shared/ui/button';
import { Field, FormRows } from 'shared/ui/field';
import { Panel } from 'shared/ui/layout';
import { SpamTrap } from 'shared/ui/spam-trap';

const Box = styled(Panel)`
  display: grid;
  gap: 22px;
  align-content: start;

  h2 { font-size: var(--t-h3); }
`;

/** The newsletter's form. It is sent to this page, whose action answers it: with script and without. */
export function SignUp() {
  const answer = useActionData() as FormResult<typeof newsletterForm> | undefined;
  const isSent = wasSent(useLocation()) && !answer;
  return (
    <Box>
      <h2>Stay informed</h2>
      {isSent ? (
        <Answer kind="success">
          Check your email to confirm.
          <p>We have sent you a link. You are subscribed once you open it and confirm.</p>
        </Answer>
      ) : (
        <FormRows method="post" action={href(paths.newsletter)} noValidate>
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
    </Box>
  );
}
