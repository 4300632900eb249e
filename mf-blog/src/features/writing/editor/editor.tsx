/** The rich-text editor. Only the pages for writing load it. */
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import ReactQuill, { type Quill } from 'react-quill';
import { counted } from 'shared/rules/counted';
import { keepComposedLine } from './composed-line.ts';
import { followDrag, type Drag } from './drag.ts';
import { Bar, Foot, Frame } from './frame.tsx';
import { LinkForm } from './link-form.tsx';
import { ImageForm } from '../images/image-form.tsx';
import {
  Delta,
  formats,
  htmlOf,
  leaveOutEnd,
  linkAround,
  modules,
  imageAt,
  setUpQuill,
  type Contents,
  type Selection,
} from './quill.ts';
import { moved, type Asked, type Question } from './questions.ts';
import { IMAGE_TYPES } from '../images/store-image.ts';
import { applyShorthand } from './shorthand.ts';
import { plainLines, type Start } from './start.ts';
import { Sentence, Surface } from './surface.tsx';
import { Toolbar } from './toolbar.tsx';
import { Uploads } from '../images/uploads.tsx';
import { useImages } from '../images/use-images.ts';
import type { Draft, DraftName, Operations } from '../draft/draft.ts';
import { appendTo, joined } from '../draft/read-draft.ts';

setUpQuill();

/** For putting the editor in its place: pages that wait for the editor load no more than they need. */
export { flushSync } from 'react-dom';
export { afterCursor } from './start.ts';
export { keptAttempts } from '../draft/kept-attempts.ts';
export { takeDraft } from '../draft/read-draft.ts';
export { RestoredNote } from '../draft/restored-note.tsx';

/** Delayed, because counting a long post's words takes a while. */
const COUNTED_AFTER_MS = 300;

/** What a page can do with the editor. */
export interface EditorHandle {
  html(): string;
  ops(): Operations;
  /** Adds the text to another draft, after what it has already. */
  carryTo(name: DraftName, fields: Pick<Draft, 'title' | 'author'>): void;
  /** Replaces the text, which can be undone. */
  replace(start: Start): void;
  /** The text without formatting. */
  text(): string;
  focus(): void;
}

export interface EditorProps {
  /** Id of the text field, where something links to it. */
  id?: string;
  /** Id of the message that says what is wrong with the text. */
  errorId?: string | undefined;
  /** Label of the text field, for assistive technology. */
  label: string;
  start: Start;
  /** The cursor's place, if the visitor is in the field that the editor replaces (`afterCursor`). */
  after: number | undefined;
  onReady: (editor: EditorHandle) => void;
  onEdit: () => void;
  /** Called when images begin or stop being on their way. */
  onBusy: (busy: boolean) => void;
  /** Shown below the text, at its end. */
  note: ReactNode;
  /** Buttons for the whole text, where the page's own button may be out of sight. */
  action?: ReactNode;
}

export function Editor({ id, errorId, label, start, after, onReady, onEdit, onBusy, note, action }: EditorProps) {
  const [quill, setQuill] = useState<Quill>();
  const [active, setActive] = useState<Formats>({});
  const [words, setWords] = useState(0);
  /** The first one is being asked, the others follow. */
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const toolbar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const lastQuestion = useRef(0);
  const drag = useRef<Drag>(undefined);
  const numbered = (question: Asked): Question => ({ ...question, id: (lastQuestion.current += 1) });
  const images = useImages({
    // If several images arrive together, each is asked about in turn.
    onStored: (index, isAwaited) =>
      setQuestions((asked) => [
        ...asked,
        numbered({ kind: 'image', at: { index, length: 1 }, value: '', takesFocus: isAwaited }),
      ]),
    onAdopted: onEdit,
  });
  const askNow = (question: Asked) => setQuestions(([, ...others]) => [numbered(question), ...others]);

  function openImage(index: number): void {
    const image = quill && imageAt(quill, index);
    if (image) askNow({ kind: 'image', at: { index, length: 1 }, value: image.alt, takesFocus: true });
  }

  function openLink(): void {
    if (!quill) return;
    const at = quill.getSelection(true);
    askNow({ kind: 'link', at, value: String(quill.getFormat(at)['link'] ?? ''), takesFocus: true });
  }

  /** The image tool describes the selected image, or asks for another one. */
  function chooseImage(): void {
    if (!quill) return;
    const { index, length } = quill.getSelection(true);
    if (length === 1 && imageAt(quill, index)) openImage(index);
    else files.current?.click();
  }

  const close = () => {
    setQuestions((asked) => asked.slice(1));
    quill?.focus();
  };

  // Quill is created only once, and must call the functions of the latest render.
  const actions = {
    onFiles: (chosen: File[], at: Selection) => {
      if (quill && !drag.current?.dropAt(at.index)) void images.insert(quill, chosen, at);
    },
    openLink,
    onEdit,
  };
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  const [settings] = useState(() =>
    modules({
      onFiles: (chosen, at) => latest.current.onFiles(chosen, at),
      onLink: () => latest.current.openLink(),
      onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
    }),
  );

  const take = (component: ReactQuill | null) => {
    if (!component || quill) return;
    const made = component.getEditor();
    // The component would serialise the whole text twice on every key, for a value that nobody reads.
    component.unhookEditor(made);
    setQuill(made);
  };

  useEffect(() => {
    if (!quill) return undefined;
    const { root } = quill;
    if (id) root.id = id;
    const attributes = {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      dir: 'auto',
      // Browsers that translate the page would put elements into it that Quill removes with their words.
      translate: 'no',
    };
    for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
    // Most keys change nothing that React shows; React then has nothing to do.
    const look = () => {
      const at = quill.getSelection();
      if (!at) return;
      // Firefox's Tab key leads to the place before a list that comes first, and so would what is typed then.
      if (at.length === 0 && getSelection()?.anchorNode === root) quill.setSelection(at, 'silent');
      setActive(unlessSame(quill.getFormat(at)));
    };
    // Where nothing is selected it is for what is typed next, which Quill does not report.
    const format = quill.format.bind(quill);
    quill.format = (...change) => {
      const changed = format(...change);
      look();
      return changed;
    };
    let counting: ReturnType<typeof setTimeout> | undefined;
    const count = () => setWords(quill.getText().split(/\s+/).filter(Boolean).length);
    const edited = (change: Contents, _before: Contents, source: string) => {
      latest.current.onEdit();
      setQuestions((asked) => moved(asked, change, quill));
      images.adopt(quill, change);
      applyShorthand(quill, change, source);
      clearTimeout(counting);
      counting = setTimeout(count, COUNTED_AFTER_MS);
    };
    const clicked = ({ target, detail }: MouseEvent) => {
      if (detail > 2) leaveOutEnd(quill);
      if (!(target instanceof HTMLImageElement)) return;
      const index = quill.scroll.find(target)?.offset(quill.scroll);
      if (index === undefined) return;
      // Firefox selects the picture, which would give way to what is typed next.
      quill.setSelection(index + 1, 0, 'silent');
      openImageAt.current(index);
    };
    quill.on('editor-change', look);
    quill.on('text-change', edited);
    root.addEventListener('click', clicked);
    const unmounted = new AbortController();
    drag.current = followDrag(quill, unmounted.signal);
    keepComposedLine(root, unmounted.signal);
    quill.history.clear();
    look();
    count();
    // A draft may have been saved while an image was on its way.
    images.adopt(quill, quill.getContents());
    onReady({
      html: () => htmlOf(quill),
      ops: () => quill.getContents().ops,
      carryTo: (name, fields) => appendTo(name, { ...fields, ops: quill.getContents().ops, savedAt: Date.now() }),
      replace: (contents) => quill.setContents(contentsOf(quill, contents), 'user'),
      text: () => quill.getText(),
      focus: () => quill.focus(),
    });
    // After the last character comes the line's end.
    if (after !== undefined) quill.setSelection(Math.max(0, quill.getLength() - 1 - after), 0);
    return () => {
      clearTimeout(counting);
      unmounted.abort();
      quill.off('editor-change', look);
      quill.off('text-change', edited);
      root.removeEventListener('click', clicked);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when Quill has loaded
  }, [quill]);

  useEffect(() => {
    if (!quill || errorId === undefined) return undefined;
    quill.root.setAttribute('aria-invalid', 'true');
    quill.root.setAttribute('aria-describedby', errorId);
    return () => {
      for (const name of ['aria-invalid', 'aria-describedby']) quill.root.removeAttribute(name);
    };
  }, [quill, errorId]);

  const openImageAt = useRef(openImage);
  useEffect(() => {
    openImageAt.current = openImage;
    onBusy(images.isBusy);
  });

  /** Files dropped beside the text are inserted at the cursor; the browser would leave the page to open them. */
  const dropBeside = (event: DragEvent<HTMLElement>) => {
    if (!quill || event.dataTransfer.files.length === 0 || quill.root.contains(event.target as Node)) return;
    event.preventDefault();
    if (drag.current?.dropAt(undefined)) return;
    void images.insert(quill, [...event.dataTransfer.files], quill.getSelection(true));
  };

  const [question] = questions;
  return (
    <Frame
      onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()}
      onDrop={dropBeside}
    >
      <Bar>
        <Toolbar
          ref={toolbar}
          quill={quill}
          active={active}
          // A form about a part of the text is closed when something else is done with the text.
          onUse={() => setQuestions([])}
          onLink={openLink}
          onImage={chooseImage}
        />
        {action}
      </Bar>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(',')}
        onChange={({ target }) => {
          if (quill) void images.insert(quill, [...(target.files ?? [])], quill.getSelection(true));
          target.value = '';
        }}
      />
      <Surface>
        <ReactQuill
          ref={take}
          theme="default"
          defaultValue={'html' in start ? start.html : operationsOf(start)}
          formats={formats}
          modules={settings}
        />
        {quill && question?.kind === 'link' && (
          <LinkForm
            key={question.id}
            place={{ quill, at: question.at }}
            url={question.value}
            onApply={(url) => {
              applyLink(quill, question.at, url);
              close();
            }}
            onRemove={() => {
              applyLink(quill, question.at, false);
              close();
            }}
            onClose={close}
          />
        )}
        {quill && question?.kind === 'image' && (
          <ImageForm
            key={question.id}
            place={{ quill, at: question.at }}
            alt={question.value}
            takesFocus={question.takesFocus}
            onApply={(alt) => {
              quill.formatText(question.at.index, 1, 'alt', alt || false, 'user');
              close();
            }}
            onRemove={() => {
              // Deleting the image also removes the question.
              quill.deleteText(question.at.index, 1, 'user');
              quill.focus();
            }}
            onClose={close}
          />
        )}
      </Surface>
      <Uploads uploads={images.uploads} onDismiss={images.dismiss} onLeave={() => quill?.focus()} />
      <Foot>
        <span>
          <Sentence>Links may be http, https, mailto or tel.</Sentence>{' '}
          <Sentence>Images may be http, https or data.</Sentence>
        </span>
        {note}
        {/* One text, which can also be replaced where the browser has translated it. */}
        <span>{counted(words, 'word')}</span>
      </Foot>
    </Frame>
  );
}

type Formats = Record<string, unknown>;

/** For state updates: keeps the old value if nothing in it has changed. */
const unlessSame =
  (now: Formats) =>
  (before: Formats): Formats => {
    const names = Object.keys({ ...before, ...now });
    return names.every((name) => before[name] === now[name]) ? before : now;
  };

function contentsOf(quill: Quill, start: Start): Contents {
  return 'html' in start ? quill.clipboard.convert({ html: start.html }) : operationsOf(start);
}

function operationsOf(start: Exclude<Start, { html: string }>): Contents {
  const operations = 'plain' in start ? joined(start.behind, plainLines(start.plain)) : start;
  return new Delta(operations as Contents['ops']);
}

/** Sets or removes a link: on the selected text, on the link at the cursor, or with its URL as text. */
function applyLink(quill: Quill, at: Selection, url: string | false): void {
  const link = at.length > 0 ? at : linkAround(quill, at.index);
  if (link) quill.formatText(link.index, link.length, 'link', url, 'user');
  else if (url) {
    quill.insertText(at.index, url, 'link', url, 'user');
    // The form has the focus, so the cursor would come back to where it was: before the link.
    quill.setSelection(at.index + url.length, 0);
  }
}
