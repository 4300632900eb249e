import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { styled } from 'styled-components';
import type { Quill } from 'react-quill';
import { placeByKey } from 'shared/ui/arrow-keys';
import { IconButton } from 'shared/ui/button';
import { editorIcons } from './editor-icons.tsx';
import { clearFormats, formatCode, indentItem, type Indent } from './quill.ts';

const Tools = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 2px 17px;
  min-width: 0;
  padding: 6px;
  /* A divider belongs to the group after it: at the beginning of a row it is cut off, and at the end there is none. */
  overflow: clip;

  > div { position: relative; display: flex; gap: 2px; }
  > div::before { content: ''; position: absolute; inset: 8px auto 8px -9px; border-left: 1px solid var(--line); }
  [aria-pressed='true'] { background: var(--action); color: var(--on-action); }

  @media (max-width: 767.98px) {
    flex-wrap: nowrap;
    padding-inline-end: 28px;
    overflow-x: auto;
    overscroll-behavior-x: contain;
    scrollbar-width: none;
    /* Fades out, to show that there is more. */
    mask: linear-gradient(to right, var(--text) calc(100% - 28px), transparent);

    > * { flex: none; }
  }
  @media (forced-colors: active) { [aria-pressed='true'] { background: Highlight; color: HighlightText; } }
`;

interface Tool {
  label: string;
  icon: ReactNode;
  keys?: string;
  /** For toggles: the format, and its value when it is on. */
  format?: readonly [name: string, on: unknown];
  run?: (quill: Quill) => void;
}

const toggle = (label: string, icon: ReactNode, name: string, on: unknown = true, keys?: string): Tool => ({
  label,
  icon,
  format: [name, on],
  ...(keys ? { keys } : {}),
});

const moveItem = (quill: Quill, indent: Indent) => {
  quill.focus();
  indentItem(quill, indent);
};

const groups = (onLink: () => void, onImage: () => void): Tool[][] => [
  [toggle('Heading', editorIcons.heading, 'header', 2), toggle('Subheading', editorIcons.subheading, 'header', 3)],
  [
    toggle('Bold', editorIcons.bold, 'bold', true, 'Control+B'),
    toggle('Italic', editorIcons.italic, 'italic', true, 'Control+I'),
    toggle('Underline', editorIcons.underline, 'underline', true, 'Control+U'),
    toggle('Strikethrough', editorIcons.strike, 'strike'),
  ],
  [
    toggle('Bulleted list', editorIcons.bullets, 'list', 'bullet'),
    toggle('Numbered list', editorIcons.numbers, 'list', 'ordered'),
    { label: 'Indent', icon: editorIcons.indent, keys: 'Control+]', run: (quill) => moveItem(quill, '+1') },
    { label: 'Outdent', icon: editorIcons.outdent, keys: 'Control+[', run: (quill) => moveItem(quill, '-1') },
    toggle('Quote', editorIcons.quote, 'blockquote'),
    toggle('Code', editorIcons.code, 'code'),
    toggle('Code block', editorIcons.codeBlock, 'code-block'),
  ],
  [
    { label: 'Link', icon: editorIcons.link, keys: 'Control+K', run: onLink },
    { label: 'Image', icon: editorIcons.image, run: onImage },
  ],
  [
    { label: 'Undo', icon: editorIcons.undo, keys: 'Control+Z', run: (quill) => quill.history.undo() },
    { label: 'Redo', icon: editorIcons.redo, keys: 'Control+Shift+Z', run: (quill) => quill.history.redo() },
    { label: 'Clear formatting', icon: editorIcons.clear, run: clearFormats },
  ],
];

interface ToolbarProps {
  quill: Quill | undefined;
  /** Formats at the cursor. */
  active: Record<string, unknown>;
  /** Called before a tool is used. */
  onUse: () => void;
  onLink: () => void;
  onImage: () => void;
  ref: Ref<HTMLDivElement>;
}

/** The toolbar is one stop for the Tab key; the arrow keys, Home and End move between the tools. */
export function Toolbar({ quill, active, onUse, onLink, onImage, ref }: ToolbarProps) {
  const [current, setCurrent] = useState('Heading');

  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const at = placeByKey(event, { now, count: buttons.length });
    if (at === undefined || now < 0) return;
    event.preventDefault();
    buttons[at]!.focus();
  };

  const use = ({ format, run }: Tool) => {
    if (!quill) return;
    onUse();
    if (run) return run(quill);
    if (!format) return;
    const value = isOn(active, format) ? false : format[1];
    if (format[0] === 'code-block') formatCode(quill, value === true);
    else quill.format(format[0], value, 'user');
  };

  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its buttons have the focus
    <Tools ref={ref} role="toolbar" aria-label="Formatting" onKeyDown={walk}>
      {groups(onLink, onImage).map((group, index) => (
        <div key={index}>
          {group.map((tool) => (
            <IconButton
              key={tool.label}
              type="button"
              aria-label={tool.label}
              title={tool.label}
              aria-keyshortcuts={tool.keys}
              aria-pressed={tool.format && isOn(active, tool.format)}
              tabIndex={tool.label === current ? 0 : -1}
              onFocus={({ currentTarget }) => {
                setCurrent(tool.label);
                // Out from behind the end of the row on a phone.
                currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' });
              }}
              // Keeps the selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => use(tool)}
            >
              {tool.icon}
            </IconButton>
          ))}
        </div>
      ))}
    </Tools>
  );
}

const isOn = (active: Record<string, unknown>, [name, on]: readonly [string, unknown]): boolean =>
  on === true ? Boolean(active[name]) : active[name] === on;
