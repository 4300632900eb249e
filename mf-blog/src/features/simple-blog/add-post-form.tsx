import { useRef, useState, type SubmitEvent } from 'react';
import { useActionData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import type { FormResult } from 'shared/forms/answer-form';
import { ANSWER_ID } from 'shared/forms/answer-place';
import { ATTEMPT_FIELD, attemptKeys } from 'shared/forms/attempt-keys';
import { useBusyButton } from 'shared/forms/busy-button';
import { emptyForm } from 'shared/forms/empty-form';
import { inputOf } from 'shared/forms/inputs';
import { wasSent } from 'shared/forms/sent';
import { type NewPost, simplePostForm } from 'shared/rules/posts/post-form';
import { Banner, BannerAction } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import { useErrorTitle } from 'shared/ui/error-summary';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Field, FormRows, TextField } from 'shared/ui/field';
import { Panel } from 'shared/ui/layout';
import { Busy } from 'shared/ui/loader';
import { PublishAs } from '../../publishing/publish-as.tsx';
import { bare, keyBefore, publish } from '../../publishing/publish.ts';
import { failureOf, needsLogin, type Failure } from '../../publishing/refusal.ts';

const Box = styled(Panel)`
  h2 { margin-bottom: 22px; font-size: var(--t-h3); }
`;

type State = 'idle' | 'adding' | 'added' | Failure;

/** For all of the tab: leaving while a post is being sent, and sending it again later, adds it once. */
const keyOf = attemptKeys();

/** Adds a post. What was typed stays until the post has arrived. */
export function AddPostForm({ onAdded }: { onAdded: () => void }) {
  const result = useActionData() as FormResult<typeof simplePostForm> | undefined;
  const wasAdded = wasSent(useLocation());
  const [state, setState] = useState<State>(
    result?.message ? { problem: result.message, code: result.code } : wasAdded ? 'added' : 'idle',
  );
  const form = useRef<HTMLFormElement>(null);
  const isAdding = state === 'adding';
  const button = useBusyButton(isAdding);
  useErrorTitle(typeof state === 'object');

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isAdding) return;
    const { currentTarget } = event;
    const typed = new FormData(currentTarget);
    const post = bare(Object.fromEntries(typed) as unknown as NewPost);
    setState('adding');
    try {
      await publish(postCalls.add, post, { form: typed, key: keyBefore(result, post) ?? keyOf(post) });
      emptyForm(currentTarget, simplePostForm);
      setState('added');
      onAdded();
    } catch (error) {
      console.error('Error adding post:', error);
      setState(failureOf(error));
    }
  };

  /** The props that a field needs. The browser checks that it is not empty (specification, section 5). */
  const field = (name: keyof NewPost) => {
    const input = inputOf(simplePostForm, name);
    return {
      ...input,
      required: input['aria-required'],
      defaultValue: result?.values[name],
      // Anything written while the post is being sent would be lost.
      readOnly: isAdding,
    };
  };

  return (
    <Box>
      <h2>Add a post</h2>
      <FormRows
        ref={form}
        action={`${href(paths.simpleBlog)}#${ANSWER_ID}`}
        method="post"
        onSubmit={(event) => void submit(event)}
      >
        <PublishAs />
        {result?.attempt && <input type="hidden" name={ATTEMPT_FIELD} value={result.attempt} />}
        <Field {...field('title')} />
        <TextField {...field('content')} rows={6} />
        <Field {...field('author')} />
        <StateNote state={state} onRetry={() => form.current?.requestSubmit()} />
        <div>
          <Button type="submit" {...button}>
            {isAdding ? <Busy>Adding...</Busy> : 'Add post'}
          </Button>
        </div>
      </FormRows>
    </Box>
  );
}

function StateNote({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state === 'added') {
    return (
      <Banner kind="success" id={ANSWER_ID}>
        Your post is in the list.
      </Banner>
    );
  }
  if (state === 'failed' || state === 'unsure' || state === 'offline') {
    const what =
      state === 'failed'
        ? 'We could not add the post. Your text is still here.'
        : 'We do not know whether the post was added. Your text is still here; trying again does not add it twice.';
    return <FetchFailed what={what} isOffline={state === 'offline'} onRetry={onRetry} isForm />;
  }
  if (typeof state === 'object') {
    return (
      <Banner kind="error" id={ANSWER_ID}>
        {state.problem}
        {/* What was typed is only in this page, so the page stays open. */}
        {needsLogin(state) && (
          <BannerAction>
            <ButtonLink href={loginFor(href(paths.simpleBlog))} target="_blank" $kind="secondary" $small>
              Log in (opens a new tab)
            </ButtonLink>
          </BannerAction>
        )}
      </Banner>
    );
  }
  return null;
}
