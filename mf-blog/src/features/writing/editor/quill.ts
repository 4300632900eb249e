/** Quill as this site uses it: few formats, the site's own rules for URLs, images stored by the API. */
import { Quill } from 'react-quill';
import { appPolicy } from 'shared/contracts/trusted-types';
import { BLANK_LINK, isImageUrl, isLinkUrl } from 'shared/rules/posts/rich-text';
import { asText } from 'shared/rules/text';
import { installDefaultPolicy } from './trusted-html.ts';

export type Contents = ReturnType<Quill['getContents']>;

/** A part of the text. */
export interface Selection {
  index: number;
  length: number;
}

export const Delta = Quill.import('delta') as unknown as new (ops?: Contents['ops']) => Contents;

/** The formats that may be used; pasted text loses all others. */
export const formats = [
  'header',
  'bold',
  'italic',
  'underline',
  'strike',
  'code',
  'list',
  'indent',
  'blockquote',
  'code-block',
  'link',
  'image',
];

/** Takes the place of a blocked image URL. */
const BLANK_IMAGE = '//:0';

// Quill's types do not name its modules' and formats' members.
type Constructor<Instance> = new (...args: never[]) => Instance;
interface ClipboardModule {
  convert(pasted: { html?: string; text?: string }, formats?: Record<string, unknown>): Contents;
  convertHTML(html: string): Contents;
}
interface UploaderModule {
  options: { onFiles?: (files: File[], at: Selection) => void };
}
interface ScrollBlot {
  query(node: Node): unknown;
  create(input: unknown, value?: unknown): unknown;
}
interface Sanitising {
  sanitize(url: string): string;
}

/** Puts an element without meaning in place of another one. */
function plain(element: Element): Element {
  const without = document.createElement('span');
  without.append(...element.childNodes);
  element.replaceWith(without);
  return without;
}

/** Prepares Quill, before the first editor. */
export function setUpQuill(): void {
  installDefaultPolicy();
  (Quill.import('formats/link') as Sanitising).sanitize = (url) => (isLinkUrl(url) ? url : BLANK_LINK);
  (Quill.import('formats/image') as Sanitising).sanitize = (url) => (isImageUrl(url) ? url : BLANK_IMAGE);

  const Clipboard = Quill.import('modules/clipboard') as Constructor<ClipboardModule>;
  const Uploader = Quill.import('modules/uploader') as Constructor<UploaderModule>;
  const Scroll = Quill.import('blots/scroll') as unknown as Constructor<ScrollBlot>;
  Quill.register(
    {
      'blots/scroll': class extends Scroll {
        /** Browsers may put an element into the text that it cannot have, such as one for a colour: its words stay. */
        override create(input: unknown, value?: unknown) {
          const isUnknown = input instanceof Element && this.query(input) === null;
          return super.create(isUnknown ? plain(input) : input, value);
        }

        /** Lets words and images be dragged, which Quill prevents. */
        handleDragStart() {}
      },
      'modules/clipboard': class extends Clipboard {
        /** Leaves out characters that no post may have, and that nobody could find in a pasted text. */
        override convert(...pasted: Parameters<ClipboardModule['convert']>) {
          const { ops } = super.convert(...pasted);
          const texts = ops.map((op) => (typeof op.insert === 'string' ? { ...op, insert: asText(op.insert) } : op));
          return new Delta(texts.filter(({ insert }) => insert !== ''));
        }

        /** Parses it into a document where nothing runs, and whole: word processors keep their lists in attributes. */
        override convertHTML(html: string) {
          return super.convertHTML(appPolicy().createHTML(html) as unknown as string);
        }
      },
      'modules/uploader': class extends Uploader {
        upload(at: Selection, files: FileList | File[]) {
          this.options.onFiles?.([...files], at);
        }
      },
    },
    true,
  );
}

/** Turns heading levels that posts do not have into ones that they do. */
const headings = (node: Node, delta: Contents): Contents =>
  delta.compose(new Delta().retain(delta.length(), { header: node.nodeName === 'H1' ? 2 : 3 }));

/** What has its own line, and Quill takes for a part of one: the words of two such cells would run together. */
const OWN_LINES = 'th, caption, aside, summary, legend, center, figure > img';

const ownLine = (_node: Node, delta: Contents): Contents => {
  const last = delta.ops.at(-1)?.insert;
  const isEnded = last === undefined || (typeof last === 'string' && last.endsWith('\n'));
  return isEnded ? delta : delta.insert('\n');
};

/**
 * Applies inline styles; some editors know no other way to make words bold. Quill reads them where they take effect,
 * but in pasted content the page's policy lets none take effect.
 */
const styles = (node: Node, delta: Contents): Contents => {
  const { style } = document.createElement('span');
  style.cssText = (node as Element).getAttribute('style') ?? '';
  const { fontWeight, fontStyle, textDecorationLine } = style;
  const said = {
    ...(fontWeight === 'bold' || Number(fontWeight) >= 600 ? { bold: true } : {}),
    ...(fontStyle === 'italic' ? { italic: true } : {}),
    // Links are underlined anyway.
    ...(textDecorationLine.includes('underline') && !(node as Element).closest('a') ? { underline: true } : {}),
    ...(textDecorationLine.includes('line-through') ? { strike: true } : {}),
  };
  return delta.compose(new Delta().retain(delta.length(), said));
};

/** Spaces that HTML keeps as they are: wide ones, with which Japanese paragraphs begin, and narrow ones. */
const KEPT_SPACE = /[\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const ORDINARY_SPACE = /[^\S\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+/g;

/** Keeps special spaces: Quill makes them ordinary, and drops those at the beginning of a line. */
const keptSpaces = (node: Node, delta: Contents): Contents => {
  const written = node.nodeValue ?? '';
  const taken = String(delta.ops[0]?.insert ?? '');
  const isBetweenLines = written.trim() === '' && written.includes('\n');
  if (!KEPT_SPACE.test(written) || KEPT_SPACE.test(taken) || isBetweenLines) return delta;
  const end = taken.endsWith('\n') ? '\n' : '';
  let text = written.replace(ORDINARY_SPACE, ' ');
  if (!taken.startsWith(' ')) text = text.replace(/^ /, '');
  if (!taken.endsWith(` ${end}`)) text = text.replace(/ $/, '');
  return new Delta().insert(text.replaceAll('\u00a0', ' ') + end);
};

/** What an editor asks the page to do. */
export interface EditorActions {
  onFiles: (files: File[], at: Selection) => void;
  onLink: () => void;
  onToolbar: () => void;
}

/** One level deeper, or shallower. */
export type Indent = '+1' | '-1';

/** Indents or outdents the selected list items. */
export function indentItem(quill: Quill, indent: Indent): void {
  if (quill.getFormat()['list']) quill.format('indent', indent, 'user');
}

/** One editor's settings. */
export function modules({ onFiles, onLink, onToolbar }: EditorActions) {
  const move = (indent: Indent) =>
    function moveItem(this: { quill: Quill }) {
      indentItem(this.quill, indent);
    };
  return {
    toolbar: false,
    clipboard: {
      matchers: [
        ['h1, h4, h5, h6', headings],
        ['[style]', styles],
        [OWN_LINES, ownLine],
        [Node.TEXT_NODE, keptSpaces],
      ],
    },
    uploader: { onFiles },
    history: { delay: 800, userOnly: true },
    keyboard: {
      bindings: {
        // The Tab key leaves the editor, as it leaves every field.
        tab: null,
        'remove tab': null,
        indent: null,
        outdent: null,
        // Marks are handled in one place, `shorthand.ts`, which works on phones as well.
        'list autofill': null,
        'indent code-block': null,
        'outdent code-block': null,
        deeper: { key: ']', shortKey: true, handler: move('+1') },
        shallower: { key: '[', shortKey: true, handler: move('-1') },
        link: { key: 'k', shortKey: true, handler: onLink },
        toolbar: { key: 'F10', altKey: true, handler: onToolbar },
      },
    },
  };
}

/** Readers would get the sign of an image that did not load. */
const BLANK_IMAGES = new RegExp(`<img src="${BLANK_IMAGE}"( [a-z]+="[^"]*")*>`, 'g');

/** The text as semantic HTML, without blank images. */
export function htmlOf(quill: Quill): string {
  // Quill writes every space as a non-breaking one.
  return quill.getSemanticHTML().replaceAll('&nbsp;', ' ').replaceAll(BLANK_IMAGES, '');
}

/** Places of all embeds, which are images, in a part of the text. */
export function imagesIn(quill: Quill, { index, length }: Selection): number[] {
  const found: number[] = [];
  let place = index;
  for (const { insert } of quill.getContents(index, length).ops) {
    if (typeof insert !== 'string') found.push(place);
    place += typeof insert === 'string' ? insert.length : 1;
  }
  return found;
}

/** Makes the selected lines code, or ordinary again. Code holds no images: lines with one stay as they are. */
export function formatCode(quill: Quill, isCode: boolean): void {
  const { index, length } = quill.getSelection(true);
  for (const line of quill.getLines(index, length)) {
    const at = { index: quill.getIndex(line), length: line.length() };
    if (imagesIn(quill, at).length === 0) quill.formatLine(at.index, 1, 'code-block', isCode, 'user');
  }
}

/** Removes the formats of the selected text. Quill's own way would remove images, too. */
export function clearFormats(quill: Quill): void {
  const { index, length } = quill.getSelection(true);
  let from = index;
  for (const place of [...imagesIn(quill, { index, length }), index + length]) {
    if (place > from || length === 0) quill.removeFormat(from, place - from, 'user');
    from = place + 1;
  }
}

/** Leaves the line's end out of a selection: except in Firefox three clicks select it, and typing would join lines. */
export function leaveOutEnd(quill: Quill): void {
  const at = quill.getSelection();
  if (!at || at.length === 0) return;
  if (quill.getText(at.index + at.length - 1, 1) === '\n') quill.setSelection(at.index, at.length - 1);
}

/** The image at a place, if there is one. */
export function imageAt(quill: Quill, index: number): { url: string; alt: string } | undefined {
  const [op] = quill.getContents(index, 1).ops;
  const url = (op?.insert as { image?: unknown } | undefined)?.image;
  return typeof url === 'string' ? { url, alt: String(op?.attributes?.['alt'] ?? '') } : undefined;
}

/** The whole link around a place, however its words are formatted. */
export function linkAround(quill: Quill, place: number): Selection | undefined {
  const url = quill.getFormat(place)['link'];
  if (url === undefined) return undefined;
  let link: Selection | undefined;
  let index = 0;
  for (const { insert, attributes } of quill.getContents().ops) {
    const length = typeof insert === 'string' ? insert.length : 1;
    if (attributes?.['link'] === url) link = { index: link?.index ?? index, length: (link?.length ?? 0) + length };
    else if (link && place <= link.index + link.length) break;
    else link = undefined;
    index += length;
  }
  return link;
}

/** The place of the first image with a URL. */
export function placeOfImage(quill: Quill, url: string): number | undefined {
  let index = 0;
  for (const { insert } of quill.getContents().ops) {
    if (typeof insert === 'object' && insert['image'] === url) return index;
    index += typeof insert === 'string' ? insert.length : 1;
  }
  return undefined;
}
