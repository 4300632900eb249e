import { useLoaderData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { roles } from 'shared/content/roles';
import { applicationCall } from 'shared/contracts/careers';
import { useBusyButton } from 'shared/forms/busy-button';
import { CV_ALLOWED, cvEndings, cvProblem } from 'shared/rules/careers/cv';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { ErrorSummary } from 'shared/ui/error-summary';
import { Field, FieldPair, FormRows, TextField } from 'shared/ui/field';
import { FileDrop } from 'shared/ui/file-drop';
import { Panel } from 'shared/ui/layout';
import { Busy } from 'shared/ui/loader';
import { PrivacyNote } from 'shared/ui/privacy-note';
import { SelectField } from 'shared/ui/select-field';
import type { CareerData } from './career.loader.ts';
import { Received } from './received.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { useApplicationForm } from './use-application-form.ts';

const Box = styled(Panel)`
  [readonly], select:disabled { color: var(--text-2); }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px 16px;
  align-items: center;
`;

const Small = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
`;

const WithoutScript = styled(Small)`
  display: none;

  @media (scripting: none) { display: block; }
`;

export function ApplicationForm() {
  const { notice } = useLoaderData() as CareerData;
  const asked = new URLSearchParams(useLocation().search).get('role') ?? '';
  const { form, field, message, summary, received, again, upload, cancel } = useApplicationForm(asked, notice);
  const submitting = upload !== undefined;
  const button = useBusyButton(submitting);
  if (received !== undefined) {
    return (
      <Panel>
        <Received reference={received} onAgain={again} />
      </Panel>
    );
  }
  return (
    <Box>
      <FormRows
        action={applicationCall}
        method="post"
        encType="multipart/form-data"
        noValidate
        aria-label="Apply"
        {...form}
      >
        <ErrorSummary {...summary} />
        <Small>All fields are required unless marked optional.</Small>
        <SelectField {...field('role')} defaultValue={asked} disabled={submitting}>
          <option value="">Choose a role</option>
          {roles.map(({ slug, title }) => (
            <option key={slug} value={slug}>
              {title}
            </option>
          ))}
        </SelectField>
        <FieldPair>
          <Field {...field('firstName')} />
          <Field {...field('lastName')} />
        </FieldPair>
        <FieldPair>
          <Field {...field('email')} />
          <Field {...field('phone')} />
        </FieldPair>
        <div inert={submitting}>
          <FileDrop {...field('cv')} accept={cvEndings.join()} help={`${CV_ALLOWED}.`} check={cvProblem} />
        </div>
        <Field {...field('linkedin')} />
        <TextField rows={5} {...field('about')} />
        <div>{message && message.kind !== 'success' && <Banner kind={message.kind}>{message.text}</Banner>}</div>
        {upload && <UploadProgress part={upload.part} />}
        <Actions>
          <Button type="submit" {...button}>
            {submitting ? <Busy>Submitting...</Busy> : 'Submit'}
          </Button>
          {submitting && (
            <Button type="button" $kind="secondary" onClick={cancel}>
              Cancel
            </Button>
          )}
        </Actions>
        <WithoutScript>
          Your browser is not running JavaScript, so the form is checked after you send it. If something needs another
          look, your browser’s Back button takes you to what you typed.
        </WithoutScript>
        <PrivacyNote />
      </FormRows>
      {upload && (
        <upload.LeaveWarning>
          Your application is still being sent. If you leave now, it may not arrive.
        </upload.LeaveWarning>
      )}
    </Box>
  );
}
