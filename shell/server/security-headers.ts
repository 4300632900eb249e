/** The policy of every page, beside the headers that both servers send (`shared/node/security-headers.ts`). It is explained in docs/architecture.md, "Security". */

/**
 * Two policies that must both agree. The first trusts the page's own scripts by nonce and what they load; the
 * second keeps all of it on this origin, since a nonce alone would allow an injected `import()` of a foreign module.
 */
export function contentSecurityPolicies(nonce: string): string[] {
  const page = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: http: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types app default',
  ].join('; ');
  return [page, "script-src 'self' 'nonce-" + nonce + "'"];
}
