import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { ANSWER_ID } from 'shared/forms/answer-place';
import { useBusyButton } from 'shared/forms/busy-button';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { ErrorSummary } from 'shared/ui/error-summary';
import { Field, FieldPair, FormRows, TextField } from 'shared/ui/field';
import { Panel } from 'shared/ui/layout';
import { Busy } from 'shared/ui/loader';
import { PrivacyNote } from 'shared/ui/privacy-note';
import { SpamTrap } from 'shared/ui/spam-trap';
import { useContactForm } from './use-contact-form.ts';
import { useHeightKept } from './use-height-kept.ts';

const Box = styled(Panel)`
  h2 { margin-bottom: 12px; font-size: var(--t-h3); }
  [readonly] { color: var(--text-2); }
  h2 + p { margin-bottom: 28px; color: var(--text-2); font-size: var(--t-small); }
`;

export function ContactForm() {
  const { form, field, submitting, message, summary } = useContactForm([
    'fullName',
    'subject',
    'email',
    'phone',
    'message',
  ]);
  const button = useBusyButton(submitting);
  const messagePlace = useHeightKept(message);
  return (
    <Box>
      <h2>Send us a message</h2>
      <p>All fields are required.</p>
      <FormRows action={`${href(paths.contact)}#${ANSWER_ID}`} method="post" noValidate {...form}>
        <SpamTrap />
        <ErrorSummary {...summary} />
        <FieldPair>
          <Field {...field('fullName')} />
          <Field {...field('subject')} />
        </FieldPair>
        <FieldPair>
          <Field {...field('email')} />
          <Field {...field('phone')} />
        </FieldPair>
        <TextField rows={6} {...field('message')} />
        <div ref={messagePlace}>
          {message && (
            <Banner kind={message.kind} id={summary.wrong.length > 0 ? undefined : ANSWER_ID}>
              {message.text}
            </Banner>
          )}
        </div>
        <div>
          <Button type="submit" {...button}>
            {submitting ? <Busy>Submitting...</Busy> : 'Send Message'}
          </Button>
        </div>
        <PrivacyNote />
      </FormRows>
    </Box>
  );
}
