/** Passes a post on. Loaded when somebody does. */
import type { ReactNode } from 'react';
import { Toast } from 'shared/ui/toast';

/**
 * Opens the device's own way to share; where there is none, the address is copied.
 * @param show puts a note on the page, or takes it away
 */
export async function share(post: { title: string; url: string }, show: (note: ReactNode) => void): Promise<void> {
  if (navigator.canShare?.(post)) {
    // Closing the device's dialog is not a failure.
    await navigator.share(post).catch(() => {});
    return;
  }
  const isCopied = await copy(post.url);
  const message = isCopied ? 'Link copied.' : `The link could not be copied. It is ${post.url}`;
  show(<Toast message={message} onDone={() => show(null)} />);
}

/** Without https there is no clipboard. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
