/** The rich-text editor. Loaded on the pages where somebody writes, and nowhere else. */
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react';
import ReactQuill, { type Quill } from 'react-quill';
import { Bar, Foot, Frame, Surface } from './frame.tsx';
import { LinkForm } from './link-form.tsx';
import { PictureForm } from './picture-form.tsx';
import { Delta, formats, htmlOf, modules, pictureAt, setUpQuill, type Contents, type Selection } from './quill.ts';
import { PICTURE_TYPES } from './store-image.ts';
import { Toolbar } from './toolbar.tsx';
import { Uploads } from './uploads.tsx';
import { usePictures } from './use-pictures.ts';
import type { Operations } from './draft.ts';

setUpQuill();

/** What a page can ask of the editor. */
export interface EditorHandle {
  html(): string;
  ops(): Operations;
  /** Replaces the text, which can be undone. */
  replace(ops: Operations): void;
  focus(): void;
}

export interface EditorProps {
  /** What is written is what, for assistive technology. */
  label: string;
  start: Operations;
  /** The visitor was in the field that the editor takes the place of. */
  isActive: boolean;
  onReady: (editor: EditorHandle) => void;
  onEdit: () => void;
  /** Pictures are on their way. */
  onBusy: (busy: boolean) => void;
  /** Stands below the text, at its end. */
  note: ReactNode;
}

type Panel = { kind: 'link'; at: Selection; address: string } | { kind: 'picture'; index: number; alt: string };

export function Editor({ label, start, isActive, onReady, onEdit, onBusy, note }: EditorProps) {
  const [quill, setQuill] = useState<Quill>();
  const [active, setActive] = useState<Record<string, unknown>>({});
  const [words, setWords] = useState(0);
  const [panel, setPanel] = useState<Panel>();
  const toolbar = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const pictures = usePictures(openPicture);

  function openPicture(index: number): void {
    const picture = quill && pictureAt(quill, index);
    if (picture) setPanel({ kind: 'picture', index, alt: picture.alt });
  }

  function openLink(): void {
    if (!quill) return;
    const at = quill.getSelection(true);
    setPanel({ kind: 'link', at, address: String(quill.getFormat(at)['link'] ?? '') });
  }

  /** The tool for pictures describes the one that is selected, or asks for another one. */
  function chooseImage(): void {
    if (!quill) return;
    const { index, length } = quill.getSelection(true);
    if (length === 1 && pictureAt(quill, index)) openPicture(index);
    else files.current?.click();
  }

  const close = () => {
    setPanel(undefined);
    quill?.focus();
  };

  // Quill is made once; what it calls is what the latest render says.
  const actions = { onFiles: (chosen: File[], at: Selection) => quill && void pictures.insert(quill, chosen, at), openLink };
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
    setQuill(component.getEditor());
  };

  useEffect(() => {
    if (!quill) return undefined;
    const { root } = quill;
    for (const [name, value] of Object.entries({ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label })) root.setAttribute(name, value);
    const look = () => {
      const at = quill.getSelection();
      if (at) setActive(quill.getFormat(at));
      setWords(quill.getText().split(/\s+/).filter(Boolean).length);
    };
    const edited = (_change: Contents, _before: Contents, source: string) => {
      if (source === 'user') onEdit();
      pictures.adopt(quill);
    };
    const clicked = ({ target }: MouseEvent) => {
      if (!(target instanceof HTMLImageElement)) return;
      const index = quill.scroll.find(target)?.offset(quill.scroll);
      if (index !== undefined) openPictureAt.current(index);
    };
    quill.on('editor-change', look);
    quill.on('text-change', edited);
    root.addEventListener('click', clicked);
    quill.history.clear();
    look();
    onReady({
      html: () => htmlOf(quill),
      ops: () => quill.getContents().ops,
      replace: (ops) => quill.setContents(new Delta(ops as Contents['ops']), 'user'),
      focus: () => quill.focus(),
    });
    if (isActive) quill.setSelection(quill.getLength(), 0);
    return () => {
      quill.off('editor-change', look);
      quill.off('text-change', edited);
      root.removeEventListener('click', clicked);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when Quill is there
  }, [quill]);

  const openPictureAt = useRef(openPicture);
  useEffect(() => {
    openPictureAt.current = openPicture;
    onBusy(pictures.isBusy);
  });

  /** Files that are dropped beside the text go where the cursor is; the browser would leave the page for them. */
  const dropBeside = (event: DragEvent<HTMLElement>) => {
    if (!quill || event.dataTransfer.files.length === 0 || quill.root.contains(event.target as Node)) return;
    event.preventDefault();
    void pictures.insert(quill, [...event.dataTransfer.files], quill.getSelection(true));
  };

  return (
    <Frame onDragOver={(event) => event.dataTransfer.types.includes('Files') && event.preventDefault()} onDrop={dropBeside}>
      <Bar>
        <Toolbar ref={toolbar} quill={quill} active={active} onLink={openLink} onImage={chooseImage} />
        {panel?.kind === 'link' && quill && (
          <LinkForm
            address={panel.address}
            onApply={(address) => {
              applyLink(quill, panel.at, address);
              close();
            }}
            onRemove={() => {
              applyLink(quill, panel.at, false);
              close();
            }}
            onClose={close}
          />
        )}
        {panel?.kind === 'picture' && quill && (
          <PictureForm
            alt={panel.alt}
            onApply={(alt) => {
              quill.formatText(panel.index, 1, 'alt', alt || false, 'user');
              close();
            }}
            onRemove={() => {
              quill.deleteText(panel.index, 1, 'user');
              close();
            }}
            onClose={close}
          />
        )}
      </Bar>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={PICTURE_TYPES.join(',')}
        onChange={({ target }) => {
          if (quill) void pictures.insert(quill, [...(target.files ?? [])], quill.getSelection(true));
          target.value = '';
        }}
      />
      <Surface>
        <ReactQuill ref={take} theme="default" defaultValue={new Delta(start as Contents['ops'])} formats={formats} modules={settings} />
      </Surface>
      <Uploads uploads={pictures.uploads} onDismiss={pictures.dismiss} />
      <Foot>
        <span>Links may be http, https, mailto or tel. Images may be http, https or data.</span>
        {note}
        <span>
          {words} {words === 1 ? 'word' : 'words'}
        </span>
      </Foot>
    </Frame>
  );
}

/** Sets or takes a link: of the selected text, of the link that the cursor is in, or with its address as text. */
function applyLink(quill: Quill, at: Selection, address: string | false): void {
  if (at.length > 0) return void quill.formatText(at.index, at.length, 'link', address, 'user');
  const [leaf, offset] = quill.getLeaf(at.index);
  const isInLink = Boolean(quill.getFormat(at.index)['link']);
  if (isInLink && leaf) quill.formatText(at.index - offset, leaf.length(), 'link', address, 'user');
  else if (address) quill.insertText(at.index, address, 'link', address, 'user');
}
