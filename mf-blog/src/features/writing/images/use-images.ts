import { useRef, useState } from 'react';
import type { Quill } from 'react-quill';
import { isImageUrl } from 'shared/rules/posts/rich-text';
import { Delta, placeOfImage, type Contents, type Selection } from '../editor/quill.ts';
import { fileOfDataUrl, NotStored, storeImage } from './store-image.ts';

/** Replaces the name of a picture that came without one. */
const PASTED = 'Pasted picture';

/** An image on its way to the API, or refused. */
export interface Upload {
  id: number;
  name: string;
  /** How much has been sent, from 0 to 1. */
  sent: number;
  /** Why it was not stored. */
  problem?: string;
  /** Gives it up. */
  cancel: () => void;
}

interface ImageEvents {
  /** Called when an image has been placed in the text. @param isAwaited nobody is writing meanwhile */
  onStored: (index: number, isAwaited: boolean) => void;
  /** Called when a pasted image has become a file; Quill itself does not report that. */
  onAdopted: () => void;
}

/** Images come in as files and are in the text as URLs of the API. */
export function useImages({ onStored, onAdopted }: ImageEvents) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const adopted = useRef(new Set<string>());

  const turn = useRef<Promise<unknown>>(Promise.resolve());

  /** One after the other: the API lets a few pictures wait, and a pasted text may bring dozens. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.current.then(work);
    turn.current = done.catch(() => {});
    return done;
  }

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const dismiss = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  /** Says why an image that came without a file is blank. */
  function tellOfBlank(): void {
    const id = (last.current += 1);
    const problem = 'Some programs copy only where it is on your disk. Insert the file in its place.';
    setUploads((all) => [...all, { id, name: PASTED, sent: 0, problem, cancel: () => dismiss(id) }]);
  }

  /** @returns the image's URL, or undefined when it was refused or given up */
  async function store(file: File): Promise<string | undefined> {
    const id = (last.current += 1);
    const { promise: givenUp, resolve } = Promise.withResolvers<undefined>();
    const stop = new AbortController();
    const { signal } = stop;
    const cancel = () => {
      stop.abort();
      resolve(undefined);
      dismiss(id);
    };
    setUploads((all) => [...all, { id, name: file.name, sent: 0, cancel }]);
    const stored = inTurn(async () => {
      if (signal.aborted) return undefined;
      const { url } = await storeImage(file, { onProgress: (sent) => change(id, { sent }), signal });
      dismiss(id);
      return url;
    }).catch((error: unknown) => {
      change(id, { problem: error instanceof NotStored ? error.message : String(error) });
      return undefined;
    });
    return await Promise.race([stored, givenUp]);
  }

  /** Inserts images into the text, each once it has been stored. */
  async function insert(quill: Quill, files: readonly File[], { index, length }: Selection): Promise<void> {
    if (length > 0) quill.deleteText(index, length, 'user');
    let place = index;
    let isAwaited = true;
    // Text that is typed meanwhile moves the place.
    const follow = (change: Contents) => {
      place = change.transformPosition(place);
      isAwaited = false;
    };
    quill.on('text-change', follow);
    try {
      for (const file of files) {
        isAwaited = true;
        const url = await store(file);
        if (url === undefined) continue;
        const wasAwaited = isAwaited;
        const at = insertImage(quill, place, url);
        place = at + 1;
        if (wasAwaited) placeCursor(quill, place);
        onStored(at, wasAwaited && !isWritingElsewhere());
      }
    } finally {
      quill.off('text-change', follow);
    }
  }

  /**
   * Turns images pasted as part of a text into files, too, and removes refused ones. What word processors paste names a
   * file on the author's disk: its place stays, blank. @param come what is new
   */
  function adopt(quill: Quill, come: Contents): void {
    const urls = come.ops.flatMap(({ insert }) => (typeof insert === 'object' ? [String(insert['image'])] : []));
    if (!urls.every(isImageUrl)) tellOfBlank();
    for (const url of urls) {
      if (!url.startsWith('data:') || adopted.current.has(url)) continue;
      adopted.current.add(url);
      const file = fileOfDataUrl(url) ?? new File([], PASTED);
      void store(file).then((stored) => {
        for (let index = placeOfImage(quill, url); index !== undefined; index = placeOfImage(quill, url)) {
          replaceImage(quill, index, stored);
        }
        adopted.current.delete(url);
        onAdopted();
      });
    }
  }

  return { uploads, isBusy: uploads.some(({ problem }) => problem === undefined), insert, adopt, dismiss };
}

/** Whether the visitor is in another field of the page, such as the title. */
function isWritingElsewhere(): boolean {
  const { activeElement } = document;
  return activeElement !== null && activeElement.matches('input, textarea') && !activeElement.closest('[role=dialog]');
}

/** Places the cursor, for when the visitor comes back if the focus is elsewhere. */
function placeCursor(quill: Quill, index: number): void {
  if (quill.hasFocus()) quill.setSelection(index, 0, 'silent');
  else quill.selection.savedRange = { index, length: 0 };
}

/** Inserts an image; code holds none, so there it follows the whole block. @returns its place */
function insertImage(quill: Quill, at: number, image: string): number {
  const [line] = quill.getLine(at);
  const format = quill.getFormat(at)['code-block'];
  if (!line || format === undefined) {
    quill.insertEmbed(at, 'image', image, 'user');
    return at;
  }
  const end = quill.getIndex(line.parent) + line.parent.length();
  const own = [{ insert: '\n', attributes: { 'code-block': format } }, { insert: { image } }];
  // The block's last line break becomes the image's own.
  quill.updateContents(
    new Delta([{ retain: end - 1 }, ...own, { retain: 1, attributes: { 'code-block': null } }]),
    'user',
  );
  return end;
}

/**
 * Gives an image another URL, or removes it. Undo leaves this out: it would bring back the image that is made a file.
 * Replacing an image moves nothing in the text, so earlier steps can still be undone.
 */
function replaceImage(quill: Quill, index: number, url: string | undefined): void {
  const before = index > 0 ? [{ retain: index }] : [];
  if (url === undefined) return void quill.updateContents(new Delta([...before, { delete: 1 }]), 'api');
  quill.history.ignoreChange = true;
  quill.updateContents(
    new Delta([...before, { insert: { image: url }, attributes: quill.getFormat(index, 1) }, { delete: 1 }]),
    'silent',
  );
  quill.history.ignoreChange = false;
}
