/** Shapes of the newsletter's calls (docs/api.md). */

/**
 * Answer with status 202, the same whether the email is new, waiting, subscribed or was unsubscribed: what follows
 * arrives by mail.
 */
export interface NewsletterReceipt {
  status: 'accepted';
}

/** Body of `POST /api/newsletter/confirmations`: what the mailed link carries. */
export interface NewsletterConfirmation {
  token: string;
}

/** Answer with status 200 to a confirmation and to an unsubscription. Both may be repeated. */
export interface NewsletterState {
  status: 'confirmed' | 'unsubscribed';
}

export const newsletterCalls = {
  /** POST {@link NewsletterSignUp}: {@link NewsletterReceipt}. */
  subscribe: '/api/newsletter/subscriptions',
  /** POST {@link NewsletterConfirmation}: {@link NewsletterState}; 404 for an unknown link, 410 for an expired one. */
  confirm: '/api/newsletter/confirmations',
  /**
   * POST with `?token=`, whatever the body: {@link NewsletterState}, or 404 for an unknown link. Called both by
   * one-click unsubscribing in mail programs (RFC 8058) and by the page. GET leads to the page.
   */
  unsubscribe: '/api/newsletter/unsubscribe',
} as const;

/** A URL with the token of a mailed link: the call above, or a page. */
export function withToken(url: string, token: string): string {
  return `${url}?${new URLSearchParams({ token })}`;
}
