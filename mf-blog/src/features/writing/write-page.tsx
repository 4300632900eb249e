import { useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { href, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { LeaveWarning } from 'shared/ui/leave-warning';
import { PageHead } from 'shared/ui/page-head';
import { BarAction, Column, Top } from './column.tsx';
import { draftName } from './draft/draft.ts';
import { SavedNote } from './draft/saved-note.tsx';
import { InView } from './in-view.tsx';
import { CONTINUE } from './intent.ts';
import { useWriter } from './use-writer.tsx';
import { WritingArea } from './writing-area.tsx';

const noFields = { get: () => ({ title: '' }), set: () => undefined };

export function Component() {
  const navigate = useNavigate();
  const session = useSession();
  const { draft, editor, isBusy, isEmpty, area, restoredNote } = useWriter(draftName('write', session), noFields);
  /** Another object for each time that the writer wanted to go on while a picture was on its way. */
  const [early, setEarly] = useState<object>();

  const carryOn = (event: SubmitEvent<HTMLFormElement>) => {
    if (!editor) return;
    setEarly(isBusy ? {} : undefined);
    if (isBusy) return event.preventDefault();
    if (!isEmpty()) editor.carryTo(draftName('new', session), { title: '' });
    event.preventDefault();
    draft.forget();
    void navigate(href(paths.newPost));
  };

  return (
    <Column>
      <PageHead
        title="Write"
        description="Write in your own time; publish when it is ready."
        path={href(paths.write)}
      />
      <form method="post" action={href(paths.newPost)} onSubmit={carryOn}>
        <Top>
          <h1>Write</h1>
          <Button type="submit" name="intent" value={CONTINUE}>
            Continue to publishing
          </Button>
        </Top>
        {restoredNote}
        {early && isBusy && (
          <InView of={early}>
            <Banner kind="error">A picture is still uploading. Continue again once it is there.</Banner>
          </InView>
        )}
        <WritingArea
          {...area}
          label="Text"
          note={<SavedNote state={draft.state} />}
          action={
            <BarAction>
              <Button type="submit" name="intent" value={CONTINUE} $small>
                Continue
              </Button>
            </BarAction>
          }
        />
      </form>
      <LeaveWarning isDue={() => isBusy || (draft.isUnsaved() && !isEmpty())}>
        Your latest changes have not been saved.
      </LeaveWarning>
    </Column>
  );
}
