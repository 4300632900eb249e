import { useEffect, useRef, useState, type ComponentType } from 'react';
import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { FieldError } from 'shared/ui/field';
import type { EditorProps } from './editor/editor.tsx';
import { afterComposition } from './editor/composition.ts';
import { Bar, Foot, Frame, PlainText } from './editor/frame.tsx';
import type { Start } from './editor/start.ts';

// The server renders the plain field: the editor needs a browser.
const loadEditor = async () => {
  if (import.meta.env.SSR) throw new Error('The editor runs in browsers.');
  return import('./editor/editor.tsx');
};

/** What else comes with the editor. */
export type Arriving = Pick<Awaited<ReturnType<typeof loadEditor>>, 'takeDraft' | 'keptAttempts' | 'RestoredNote'>;

const Area = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 7px;
`;

interface WritingAreaProps
  extends Pick<EditorProps, 'id' | 'label' | 'onReady' | 'onEdit' | 'onBusy' | 'note' | 'action'> {
  /** The message about what is wrong with the text. */
  error?: string | undefined;
  /** What the plain field begins with. */
  text?: string;
  /** What the editor begins with, given what was typed into the plain field before the editor arrived. */
  start: (typed: string, arriving: Arriving) => Start;
  /** The note below the plain field. */
  plainNote?: string;
}

interface Arrived extends Pick<EditorProps, 'start' | 'after'> {
  Editor: ComponentType<EditorProps>;
}

/**
 * Where a post is written. It begins as a plain text field, which is all there is without script. As soon as the editor
 * has arrived, it takes the field's place, along with what was typed until then.
 */
export function WritingArea({
  text = '',
  error,
  start,
  plainNote = 'Plain text. An empty line starts a new paragraph.',
  ...props
}: WritingAreaProps) {
  const [editor, setEditor] = useState<Arrived>();
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    const whenComposed = afterComposition(field.current!);
    loadEditor().then(
      ({ Editor, afterCursor, flushSync, ...arriving }) =>
        whenComposed(() => {
          const { current } = field;
          if (!current) return;
          const after = document.activeElement === current ? afterCursor(current) : undefined;
          const begun = { Editor, start: start(current.value, arriving), after };
          // Firefox would give it to the field of the next page, after a reload, where it is in the draft already.
          current.value = current.defaultValue;
          // Synchronously: a key pressed between reading the field and focusing the editor would be lost.
          flushSync(() => setEditor(begun));
        }),
      (error: unknown) => {
        console.error(error);
        setIsMissing(true);
      },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  const errorId = error === undefined ? undefined : `${props.id}error`;
  const verdict = errorId && error !== undefined && <FieldError id={errorId}>{error}</FieldError>;
  if (editor) {
    return (
      <Area>
        <editor.Editor {...props} start={editor.start} after={editor.after} errorId={errorId} />
        {verdict}
      </Area>
    );
  }
  return (
    <Area>
      <Frame>
        <Bar>
          {isMissing && (
            <Banner kind="warning">
              The formatting tools did not load.
              <p>You can write and publish plain text, or reload the page.</p>
            </Banner>
          )}
          {props.action}
        </Bar>
        <PlainText
          ref={field}
          id={props.id}
          name="content"
          aria-label={props.label}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={errorId}
          defaultValue={text}
          onChange={props.onEdit}
        />
        <Foot>
          <span>{plainNote}</span>
          {props.note}
        </Foot>
      </Frame>
      {verdict}
    </Area>
  );
}
