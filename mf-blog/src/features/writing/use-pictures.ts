import { useRef, useState } from 'react';
import type { Quill } from 'react-quill';
import { Delta, placeOfPicture, type Contents, type Selection } from './quill.ts';
import { fileOfDataAddress, NotStored, storeImage } from './store-image.ts';

/** A picture on its way to the API, or refused. */
export interface Upload {
  id: number;
  name: string;
  /** How much has been sent, from 0 to 1. */
  sent: number;
  /** Why it was not stored. */
  problem?: string;
}

/** Pictures come in as files and stand in the text as addresses of the API. */
export function usePictures(onStored: (index: number) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const last = useRef(0);
  const adopted = useRef(new Set<string>());

  const change = (id: number, part: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.id === id ? { ...upload, ...part } : upload)));
  const dismiss = (id: number) => setUploads((all) => all.filter((upload) => upload.id !== id));

  /** @returns the picture's address, or undefined when it was refused */
  async function store(file: File): Promise<string | undefined> {
    const id = (last.current += 1);
    setUploads((all) => [...all, { id, name: file.name, sent: 0 }]);
    try {
      const { url } = await storeImage(file, (sent) => change(id, { sent }));
      dismiss(id);
      return url;
    } catch (error) {
      change(id, { problem: error instanceof NotStored ? error.message : String(error) });
      return undefined;
    }
  }

  /** Puts files into the text, each when it has been stored. */
  async function insert(quill: Quill, files: readonly File[], { index, length }: Selection): Promise<void> {
    if (length > 0) quill.deleteText(index, length, 'user');
    let place = index;
    // What is typed meanwhile moves the place.
    const follow = (change: Contents) => (place = change.transformPosition(place));
    quill.on('text-change', follow);
    try {
      for (const file of files) {
        const address = await store(file);
        if (address === undefined) continue;
        const at = place;
        quill.insertEmbed(at, 'image', address, 'user');
        onStored(at);
      }
    } finally {
      quill.off('text-change', follow);
    }
  }

  /** Pictures that were pasted as part of a text become files too. One that is refused goes. */
  function adopt(quill: Quill): void {
    for (const { insert: inserted } of quill.getContents().ops) {
      const address = typeof inserted === 'object' ? inserted['image'] : undefined;
      if (typeof address !== 'string' || !address.startsWith('data:') || adopted.current.has(address)) continue;
      adopted.current.add(address);
      const file = fileOfDataAddress(address) ?? new File([], 'Pasted picture');
      void store(file).then((stored) => {
        const index = placeOfPicture(quill, address);
        if (index === undefined) return;
        const picture = stored === undefined ? [] : [{ insert: { image: stored }, attributes: quill.getFormat(index, 1) }];
        quill.updateContents(new Delta([...(index > 0 ? [{ retain: index }] : []), ...picture, { delete: 1 }]), 'user');
        adopted.current.delete(address);
      });
    }
  }

  return { uploads, isBusy: uploads.some(({ problem }) => problem === undefined), insert, adopt, dismiss };
}
