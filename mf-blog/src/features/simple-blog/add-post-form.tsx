import { useRef, useState, type SubmitEvent } from 'react';
import { styled } from 'styled-components';
import { ApiError, callApi } from 'shared/api-client/api';
import { postCalls, type CreatedPost, type NewPost } from 'shared/contracts/posts';
import { AUTHOR_MAX, CONTENT_MAX, TITLE_MAX } from 'shared/rules/limits';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Field, FormRows, TextField } from 'shared/ui/field';
import { Panel } from 'shared/ui/layout';
import { Loader } from 'shared/ui/loader';

const Box = styled(Panel)`
  h2 { margin-bottom: 22px; font-size: var(--t-h3); }
`;

type State = 'idle' | 'adding' | 'added' | { problem: string } | 'failed';

/** Adds a post. What was typed stays until it has arrived. */
export function AddPostForm({ onAdded }: { onAdded: () => void }) {
  const [state, setState] = useState<State>('idle');
  const form = useRef<HTMLFormElement>(null);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'adding') return;
    const { currentTarget } = event;
    setState('adding');
    try {
      await addPost(new FormData(currentTarget));
      currentTarget.reset();
      setState('added');
      onAdded();
    } catch (error) {
      console.error('Error adding post:', error);
      setState(problemOf(error));
    }
  };

  return (
    <Box>
      <h2>Add a post</h2>
      <FormRows
       
        ref={form}
        action={postCalls.add}
        method="post"
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Title" name="title" required maxLength={TITLE_MAX} />
        <TextField label="Content" name="content" rows={6} required maxLength={CONTENT_MAX} />
        <Field label="Author" optional name="author" autoComplete="name" maxLength={AUTHOR_MAX} />
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

async function addPost(values: FormData): Promise<void> {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const post: NewPost = { title: text('title'), content: text('content') };
  const author = text('author');
  await callApi<CreatedPost>(postCalls.add, { method: 'POST', body: author ? { ...post, author } : post });
}

/** A refusal says why; anything else may be tried again. */
function problemOf(error: unknown): State {
  if (!(error instanceof ApiError) || error.status < 400 || error.status >= 500) return 'failed';
  const problem = error.problem?.errors?.[0]?.message ?? error.problem?.detail;
  return problem ? { problem } : 'failed';
}
