import { isLinkUrl } from 'shared/rules/posts/rich-text';

/**
 * The URL that a visitor typed for a link, completed: a mail address and a bare domain get their scheme.
 * @returns undefined when a link may not lead there
 */
export function linkUrl(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^[^\s@:/]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  if (/^[^\s:/?#]+\.[a-z]{2,}([/?#]|$)/i.test(text)) return `https://${text}`;
  // A bare word would be a path beside the post's own.
  return /^(?:[a-z][a-z0-9+.-]*:|[/?#])/i.test(text) && isLinkUrl(text) ? text : undefined;
}
