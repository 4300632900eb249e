/** Headers that tell browsers how careful to be, the same on both servers. */

/** How long browsers keep to https, in seconds, on subdomains too. */
export const transportSecurity = { maxAge: 63_072_000, includeSubDomains: true };

/** For all answers without stricter ones. @param publicUrl origin of `PUBLIC_URL`, which decides about HSTS */
export function fixedHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: with it browsers send `Origin: null` for the site's own forms.
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': `max-age=${transportSecurity.maxAge}; includeSubDomains` }
      : {}),
  };
}
