import { useRef, useState, type SubmitEvent } from 'react';
import { useActionData } from 'react-router-dom';
import { href, loginFor, paths } from 'shared/contracts/paths';
import { postCalls } from 'shared/contracts/posts';
import { useSession } from 'shared/contracts/shell';
import { ATTEMPT_FIELD } from 'shared/forms/attempt-keys';
import { inputOf } from 'shared/forms/inputs';
import { postForm, type NewPost } from 'shared/rules/posts/post-form';
import { ErrorSummary } from 'shared/ui/error-summary';
import { Field } from 'shared/ui/field';
import { LeaveWarning } from 'shared/ui/leave-warning';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { editPost } from '../../own/change-post.ts';
import { getOwnPost } from '../../own/own-post.ts';
import { PublishAs } from '../../publishing/publish-as.tsx';
import { bare, keyBefore, plainCall, publish, publishedHref } from '../../publishing/publish.ts';
import { failureOf, isRefused } from '../../publishing/refusal.ts';
import { useArrival } from '../../publishing/use-arrival.ts';
import { BarAction, Column, Hint, Top, Written } from './column.tsx';
import { draftName } from './draft/draft.ts';
import { SavedNote } from './draft/saved-note.tsx';
import type { NewPostResult } from './new-post.action.ts';
import { SendButton, SendProblem, titleOf, type SendState } from './sending.tsx';
import { TitleField } from './title-field.tsx';
import { usePost } from './use-post.ts';
import { WritingArea } from './writing-area.tsx';

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const labels = { label: 'Publish', sendingLabel: 'Publishing...' };

export function Component() {
  const answer = useActionData() as NewPostResult | undefined;
  const session = useSession();
  const form = useRef<HTMLFormElement>(null);
  const { draft, attempts, editor, isBusy, isEmpty, titleField, authorField, area, restoredNote, summary, check } =
    usePost(draftName('new', session), answer?.errors);
  const [state, setState] = useState<SendState>(
    answer?.message && summary.wrong.length === 0 ? { problem: answer.message, code: answer.code } : 'writing',
  );
  /** What the editor began with. */
  const begun = useRef<string>(undefined);
  const arriveAt = useArrival();

  /** The post as the browser sent it, if it is unknown what became of that and it has not been changed since. */
  function again(post: NewPost): { key: string; first: NewPost } | undefined {
    const sent = answer?.values.content ?? '';
    const isUnchanged = !editor || (editor.html() === begun.current && inOneLine(editor.text()) === inOneLine(sent));
    const first = bare({ ...post, content: editor ? sent : post.content });
    const key = isUnchanged ? keyBefore(answer, first) : undefined;
    return key === undefined ? undefined : { key, first };
  }

  /** @returns the post's id, if the API says it */
  async function send(post: NewPost, typed: FormData): Promise<number | undefined> {
    const before = again(post);
    if (before) return await publish(plainCall(before.first), before.first, { form: typed, key: before.key });
    const call = editor ? postCalls.posts : plainCall(post);
    const first = attempts.unanswered?.() ?? post;
    const id = await publish(call, first, { form: typed, key: attempts.key(first) }).catch((error: unknown) => {
      if (!isRefused(error)) {
        if (session.status === 'signed-in') attempts.lost?.(first);
      } else if (error.code === 'validation-failed' || !attempts.unanswered?.()) attempts.forget?.();
      throw error;
    });
    if (id === undefined || JSON.stringify(first) === JSON.stringify(post)) return id;
    // Published as it was first, it gets what has been written since: there would be two otherwise.
    try {
      const { version } = await getOwnPost(id);
      await editPost({ id, version }, post);
      return id;
    } catch (error) {
      if (!(isRefused(error) && error.status === 404)) throw error;
      // Its author has deleted it since.
      attempts.forget?.();
      return await send(post, typed);
    }
  }

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (state === 'sending') return;
    const typed = new FormData(event.currentTarget);
    const author = String(typed.get('author') ?? '').trim();
    const post: NewPost = {
      title: titleOf(String(typed.get('title'))),
      content: editor ? editor.html() : String(typed.get('content')),
      ...(author && { author }),
    };
    if (!check(post)) return setState('writing');
    if (isBusy) return setState({ problem: 'A picture is still uploading. Publish again once it is there.' });

    setState('sending');
    try {
      const id = await send(post, typed);
      draft.forget();
      attempts.forget?.();
      arriveAt(publishedHref(id));
    } catch (error) {
      console.error(error);
      // Saved so that a visitor who has to log in now gets it back afterwards.
      draft.save();
      setState(failureOf(error));
    }
  };

  return (
    <Column>
      <PageHead
        title="New post"
        isRefused={answer?.message !== undefined}
        description="Write a post and publish it."
        path={href(paths.newPost)}
      />
      <form ref={form} method="post" action={href(paths.newPost)} noValidate onSubmit={(event) => void submit(event)}>
        <Top>
          <h1>New post</h1>
          <SendButton state={state} {...labels} />
        </Top>
        {restoredNote}
        <ErrorSummary {...summary} />
        <SendProblem
          state={state}
          failure="We could not publish the post. Your text is still here."
          doubt="We do not know whether the post was published. Your text is still here; trying again does not publish it twice."
          page={href(paths.newPost)}
          onRetry={() => form.current?.requestSubmit()}
        />
        <PublishAs />
        {answer?.attempt && <input type="hidden" name={ATTEMPT_FIELD} value={answer.attempt} />}
        {/* Anything written while the post is being sent would be lost. */}
        <Written inert={state === 'sending'}>
          <TitleField {...titleField} defaultValue={answer?.values.title} />
          <WritingArea
            {...area}
            onReady={(handle) => {
              begun.current = handle.html();
              area.onReady(handle);
            }}
            text={answer?.values.content}
            action={
              <BarAction>
                <SendButton state={state} {...labels} isSmall />
              </BarAction>
            }
            note={<SavedNote state={draft.state} />}
          />
          {session.status === 'signed-in' && (
            <Field
              {...inputOf(postForm, 'author')}
              {...authorField}
              defaultValue={answer?.values.author ?? session.name}
            />
          )}
          {session.status === 'anonymous' && (
            <Hint>
              Publish it <TextLink href={loginFor(href(paths.newPost))}>with your account</TextLink> to edit or delete
              it later.
            </Hint>
          )}
        </Written>
      </form>
      <LeaveWarning isDue={() => isBusy || (draft.isUnsaved() && !isEmpty())}>
        Your latest changes have not been saved.
      </LeaveWarning>
    </Column>
  );
}
