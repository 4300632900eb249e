import { useRef, useState, type MouseEvent, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import type { OwnPost } from 'shared/contracts/posts';
import { useSession } from 'shared/contracts/shell';
import { inputOf } from 'shared/forms/inputs';
import type { NewPost } from 'shared/rules/posts/post-form';
import { Banner, BannerAction } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import { ErrorSummary } from 'shared/ui/error-summary';
import { Field } from 'shared/ui/field';
import { LeaveWarning } from 'shared/ui/leave-warning';
import { editPost, hasChanged } from '../../../own/change-post.ts';
import { getOwnPost } from '../../../own/own-post.ts';
import { failureOf, isRefused } from '../../../publishing/refusal.ts';
import { useArrival } from '../../../publishing/use-arrival.ts';
import { BarAction, Top, TopActions, Written } from '../column.tsx';
import { draftName } from '../draft/draft.ts';
import { SavedNote } from '../draft/saved-note.tsx';
import type { EditorHandle } from '../editor/editor.tsx';
import { CONTINUE } from '../intent.ts';
import { SendButton, SendProblem, titleOf, type SendState } from '../sending.tsx';
import { TitleField } from '../title-field.tsx';
import { usePost } from '../use-post.ts';
import { WritingArea } from '../writing-area.tsx';
import { Conflict } from './conflict.tsx';
import { editForm, htmlOfField, isBeyondEditor, plainField } from './edit-form.ts';
import type { EditPostResult } from './edit-post.action.ts';

const labels = { label: 'Save', sendingLabel: 'Saving...' };

interface EditPostProps {
  /** The post's id as in the URL. */
  id: string;
  /** The post as it is now; undefined if it is gone or the author is no longer logged in. */
  post: OwnPost | undefined;
  /** The server's answer to the form sent without script. */
  answer: EditPostResult | undefined;
}

/** The editor with an existing post. */
export function EditPost({ id, post, answer }: EditPostProps) {
  const page = href(paths.editPost, { id });
  const stored = plainField(post?.content ?? '');
  const first = answer?.values ?? {
    title: post?.title ?? '',
    content: stored.text,
    author: post?.author ?? '',
    version: post?.version ?? '',
    format: stored.format,
  };
  const wasConflict = answer?.code === 'precondition-failed';
  const [conflict, setConflict] = useState(wasConflict ? post : undefined);
  const [version, setVersion] = useState(wasConflict && post ? post.version : first.version);
  const { draft, editor, isBusy, fields, titleField, authorField, area, restoredNote, summary, check } = usePost(
    `edit-${Number(id)}`,
    answer?.errors,
    {
      title: post?.title ?? '',
      plain: stored.text,
      contents: (typed) => (first.format === 'text' ? { behind: [], plain: typed } : { html: typed }),
      stored: { html: post?.content ?? '' },
      rest: () => ({ version }),
      onRestored: (kept) => {
        // The version that was opened: if the post has changed since then, saving reports that.
        if (kept.version !== undefined) setVersion(kept.version);
      },
      onDiscarded: () => setVersion(post?.version ?? first.version),
    },
  );
  const [state, setState] = useState<SendState>(
    answer?.message && summary.wrong.length === 0 && !(wasConflict && post)
      ? { problem: answer.message, code: answer.code }
      : 'writing',
  );
  /** What was sent without an answer: it may have been saved anyway. */
  const unanswered = useRef<NewPost>(undefined);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const session = useSession();
  const arriveAt = useArrival();

  /** @param seen the version that is replaced */
  const save = async (seen: string) => {
    if (state === 'sending' || !form.current) return;
    const typed = new FormData(form.current);
    const edited: NewPost = {
      title: titleOf(String(typed.get('title'))),
      content: editor ? editor.html() : htmlOfField(String(typed.get('content')), first.format),
      author: String(typed.get('author')).trim(),
    };
    if (!check(edited)) return setState('writing');
    if (isBusy) return setState({ problem: 'A picture is still uploading. Save again once it is there.' });

    setState('sending');
    try {
      await editPost({ id, version: await currentVersion(seen) }, edited);
      draft.forget();
      arriveAt(href(paths.post, { id }));
    } catch (error) {
      console.error(error);
      // Saved first, whatever happens next.
      draft.edited();
      draft.save();
      if (!isRefused(error)) unanswered.current ??= edited;
      // Later it may be accepted; until then it is as unknown as before.
      else if (error.status < 500 && error.status !== 429) unanswered.current = undefined;
      setState(await stateOrConflict(error));
    }
  };

  /** Sends again what had no answer, so that the version that it may have become is not taken for another's. */
  async function currentVersion(seen: string): Promise<string> {
    if (!unanswered.current) return seen;
    const { version: saved } = await editPost({ id, version: seen }, unanswered.current);
    unanswered.current = undefined;
    setVersion(saved);
    setConflict(undefined);
    return saved;
  }

  async function stateOrConflict(error: unknown): Promise<SendState> {
    if (hasChanged(error)) {
      try {
        setConflict(await getOwnPost(id));
        return 'writing';
      } catch (failure) {
        return failureOf(failure);
      }
    }
    return failureOf(error);
  }

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(conflict?.version ?? version);
  };

  /** The text becomes a new post. Without the editor, the browser sends it to the page for that. */
  const carryOn = (event: MouseEvent) => {
    if (!editor) return;
    event.preventDefault();
    editor.carryTo(draftName('new', session), fields.get());
    draft.forget();
    void navigate(href(paths.newPost));
  };

  const takeTheirs = (theirs: OwnPost) => {
    fields.set({ title: theirs.title, author: theirs.author ?? '' });
    editor?.replace({ html: theirs.content });
    setVersion(theirs.version);
    setConflict(undefined);
    draft.edited();
    editor?.focus();
  };

  return (
    <>
      <form ref={form} method="post" action={page} noValidate onSubmit={submit}>
        <Top>
          <h1>Edit post</h1>
          <TopActions>
            <ButtonLink href={href(paths.post, { id })} $kind="secondary">
              Cancel
            </ButtonLink>
            <SendButton state={state} {...labels} />
          </TopActions>
        </Top>
        {restoredNote}
        {conflict && (
          <Conflict
            key={conflict.version}
            theirs={conflict}
            onCopy={() => copyWritten(form.current, editor)}
            onOverwrite={() => form.current?.requestSubmit()}
            onTake={() => takeTheirs(conflict)}
          />
        )}
        <ErrorSummary {...summary} />
        <SendProblem
          state={state}
          failure="We could not save the post. Your text is still here."
          doubt="We do not know whether the post was saved. Your text is still here."
          page={page}
          onRetry={() => form.current?.requestSubmit()}
          instead={
            (editor || first.format === 'text') && (
              <BannerAction>
                <Button
                  type="submit"
                  name="intent"
                  value={CONTINUE}
                  formAction={href(paths.newPost)}
                  $kind="secondary"
                  $small
                  onClick={carryOn}
                >
                  Make it a new post
                </Button>
              </BannerAction>
            )
          }
        />
        {editor && isBeyondEditor(post?.content ?? '') && (
          <Banner kind="warning">
            This post has parts that this editor cannot show, such as tables or captions.
            <p>Saving it here reduces them to plain paragraphs or removes them.</p>
          </Banner>
        )}
        <input type="hidden" name="version" value={conflict?.version ?? version} />
        <input type="hidden" name="format" value={first.format} />
        {/* Anything written while the post is being sent would be lost. */}
        <Written inert={state === 'sending'}>
          <TitleField {...titleField} defaultValue={first.title} />
          <WritingArea
            {...area}
            text={first.content}
            action={
              <BarAction>
                <SendButton state={state} {...labels} isSmall />
              </BarAction>
            }
            plainNote={
              first.format === 'html'
                ? 'This post has formatting, which is shown as HTML here.'
                : 'Plain text. An empty line starts a new paragraph.'
            }
            note={<SavedNote state={draft.state} />}
          />
          <Field {...inputOf(editForm, 'author')} {...authorField} defaultValue={first.author} />
        </Written>
      </form>
      <LeaveWarning isDue={() => isBusy || draft.isUnsaved()}>Your latest changes have not been saved.</LeaveWarning>
    </>
  );
}

/** Copies the text with its formatting, for other editors, and as plain words. */
async function copyWritten(form: HTMLFormElement | null, editor: EditorHandle | undefined): Promise<boolean> {
  const typed = new FormData(form ?? undefined);
  const words = `${String(typed.get('title'))}\n\n${editor?.text() ?? String(typed.get('content'))}`;
  const copied = {
    'text/plain': new Blob([words], { type: 'text/plain' }),
    ...(editor && { 'text/html': new Blob([editor.html()], { type: 'text/html' }) }),
  };
  try {
    await navigator.clipboard.write([new ClipboardItem(copied)]);
    return true;
  } catch {
    return false;
  }
}
