/** Shares a post. Loaded when a visitor does so. */
import type { ReactNode } from 'react';
import { copyLink, CopyNoteWithLink, shareByDevice } from 'shared/ui/copy-link';

/**
 * Opens the device's own share dialog; if there is none, or it is refused, the link is copied.
 * @param show puts a note on the page, or takes it away
 */
export async function share(post: { title: string; url: string }, show: (note: ReactNode) => void): Promise<void> {
  if (navigator.canShare?.(post) && (await shareByDevice(post))) return;
  const result = await copyLink(post.url);
  const note = { label: 'Link to this post', link: post.url, result, onDone: () => show(null) };
  // Another one each time: it selects the link as it appears.
  show(<CopyNoteWithLink key={performance.now()} {...note} />);
}
