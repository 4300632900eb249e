/**
 * Trusted Types for the editor. Quill writes strings into the page, which the policy of every page forbids; a policy
 * named `default` is asked instead. Only this module makes it, so it exists only on the pages for writing, and every
 * string that becomes markup through it has been sanitised.
 */
import { sanitise } from '../../../article/sanitise.client.ts';

interface DefaultPolicyHost {
  trustedTypes?: {
    defaultPolicy: unknown;
    createPolicy(name: 'default', rules: { createHTML(html: string): string }): unknown;
  };
}

/** Done once per page view; the policy stays when the visitor moves on. */
export function installDefaultPolicy(): void {
  const { trustedTypes } = globalThis as DefaultPolicyHost;
  if (trustedTypes && !trustedTypes.defaultPolicy) trustedTypes.createPolicy('default', { createHTML: sanitise });
}
