import { useEffect, useRef } from 'react';
import { useActionData, useLoaderData, useLocation, useParams, useRevalidator } from 'react-router-dom';
import { styled } from 'styled-components';
import { reportReasons } from 'shared/contracts/moderation';
import { href, paths } from 'shared/contracts/paths';
import { inputOf } from 'shared/forms/inputs';
import { wasSent } from 'shared/forms/sent';
import { reasonTexts, reportForm } from 'shared/rules/posts/report-form';
import { Answer } from 'shared/ui/answer';
import { Button, ButtonLink } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { FormRows, TextField } from 'shared/ui/field';
import { Container, Lead, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { SelectField } from 'shared/ui/select-field';
import { SpamTrap } from 'shared/ui/spam-trap';
import { StateActions } from 'shared/ui/state-layout';
import type { ReportPostResult } from './report-post.action.ts';
import type { ReportedPost } from './report-post.loader.ts';

const Heading = styled(PageHeading)`
  p { overflow-wrap: anywhere; }
`;

const Body = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 22px;
  padding-bottom: var(--s-section);

  > * { max-width: 640px; }
`;

/** Lets a visitor tell the company what is wrong with a post. An ordinary form: nothing here needs script. */
export function Component() {
  const { id = '' } = useParams();
  const loaded = useLoaderData() as ReportedPost;
  const answer = useActionData() as ReportPostResult | undefined;
  const { revalidate, state } = useRevalidator();
  const isSent = wasSent(useLocation()) && !answer;
  const title = 'title' in loaded ? loaded.title : null;
  return (
    <>
      <PageHead
        title={isSent ? 'Your report was sent' : 'Report this post'}
        isRefused={answer !== undefined}
        description="Tell us what is wrong with a post."
        path={href(paths.reportPost, { id })}
      />
      <meta name="robots" content="noindex" />
      <Heading as="header">
        <h1>Report this post</h1>
        {title !== null && <Lead>{title}</Lead>}
      </Heading>
      <Body>
        {isSent ? (
          <Sent id={id} />
        ) : 'failed' in loaded && !answer ? (
          <FetchFailed
            what="We could not load the post."
            isOffline={loaded.isOffline}
            onRetry={() => void revalidate()}
            busy={state === 'loading'}
          />
        ) : title === null && !answer ? (
          <>
            <Lead>There is no such post. It may have been removed already.</Lead>
            <StateActions>
              <ButtonLink href={href(paths.posts)}>All posts</ButtonLink>
            </StateActions>
          </>
        ) : (
          <ReportForm key={id} id={id} answer={answer} />
        )}
      </Body>
    </>
  );
}

function ReportForm({ id, answer }: { id: string; answer: ReportPostResult | undefined }) {
  const field = (name: keyof typeof reportForm) => ({
    ...inputOf(reportForm, name),
    defaultValue: answer?.values[name],
    error: answer?.errors[name],
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus(), []);
  return (
    <FormRows ref={form} method="post" action={href(paths.reportPost, { id })} noValidate>
      {answer?.message && Object.keys(answer.errors).length === 0 && <Answer kind="error">{answer.message}</Answer>}
      <p>Your report goes to the people who run this site. You need no account, and the author is not told.</p>
      <SelectField {...field('reason')}>
        <option value="">Choose a reason</option>
        {reportReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonTexts[reason]}
          </option>
        ))}
      </SelectField>
      <TextField {...field('details')} rows={5} />
      <SpamTrap />
      <StateActions>
        <Button type="submit">Send report</Button>
        <ButtonLink href={href(paths.post, { id })} $kind="secondary">
          Back to the post
        </ButtonLink>
      </StateActions>
    </FormRows>
  );
}

function Sent({ id }: { id: string }) {
  return (
    <>
      <Answer kind="success">
        Thank you for your report.
        <p>We will read it and decide what happens to the post.</p>
      </Answer>
      <StateActions>
        <ButtonLink href={href(paths.post, { id })} $kind="secondary">
          Back to the post
        </ButtonLink>
      </StateActions>
    </>
  );
}
