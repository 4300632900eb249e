import { useRef, useState, type SubmitEvent } from 'react';
import { useActionData, useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import { attemptKeys } from 'shared/forms/attempt-keys';
import { AUTHOR_MAX, CONTENT_MAX, TITLE_MAX } from 'shared/rules/limits';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Field, FormRows, TextField } from 'shared/ui/field';
import { Panel } from 'shared/ui/layout';
import { Loader } from 'shared/ui/loader';
import { postOf, publish } from '../../publish.ts';
import { refusalOf } from '../../refusal.ts';
import type { AddPostAnswer } from './add-post.action.ts';

const Box = styled(Panel)`
  h2 { margin-bottom: 22px; font-size: var(--t-h3); }
`;

type State = 'idle' | 'adding' | 'added' | { problem: string } | 'failed';

/** Adds a post. What was typed stays until it has arrived. */
export function AddPostForm({ onAdded }: { onAdded: () => void }) {
  const answer = useActionData() as AddPostAnswer | undefined;
  const wasAdded = useLocation().search.includes('added');
  const [state, setState] = useState<State>(answer ? { problem: answer.problem } : wasAdded ? 'added' : 'idle');
  const [keyOf] = useState(attemptKeys);
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'adding') return;
    const { currentTarget } = event;
    const post = postOf(new FormData(currentTarget));
    setState('adding');
    try {
      await publish(postCalls.add, post, keyOf(post));
      currentTarget.reset();
      setState('added');
      onAdded();
    } catch (error) {
      console.error('Error adding post:', error);
      const problem = refusalOf(error);
      setState(problem ? { problem } : 'failed');
    }
  };

  return (
    <Box>
      <h2>Add a post</h2>
      <FormRows ref={form} action={href(paths.simpleBlog)} method="post" onSubmit={(event) => void submit(event)}>
        <Field label="Title" name="title" required maxLength={TITLE_MAX} defaultValue={answer?.post.title} />
        <TextField label="Content" name="content" rows={6} required maxLength={CONTENT_MAX} defaultValue={answer?.post.content} />
        <Field label="Author" optional name="author" autoComplete="name" maxLength={AUTHOR_MAX} defaultValue={answer?.post.author} />
        <Outcome state={state} onRetry={() => form.current?.requestSubmit()} />
        <div>
          <Button type="submit" disabled={state === 'adding'}>
            {state === 'adding' && <Loader />}
            {state === 'adding' ? 'Adding...' : 'Add post'}
          </Button>
        </div>
      </FormRows>
    </Box>
  );
}

function Outcome({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state === 'added') return <Banner kind="success">Your post is in the list.</Banner>;
  if (state === 'failed') return <FetchFailed what="We could not add the post. Your text is still here." onRetry={onRetry} />;
  if (typeof state === 'object') return <Banner kind="error">{state.problem}</Banner>;
  return null;
}
