/**
 * The site's one Trusted Types policy. Every page demands Trusted Types, and the Content-Security-Policy allows one
 * policy of this name, so whichever comes first (shell or remote, each with its own copy of this file) makes it and the
 * others find it. It lets everything through: only give it what has been sanitised or comes from the document.
 */

export interface AppPolicy {
  createHTML(html: string): TrustedHTML;
  createScript(script: string): unknown;
  createScriptURL(url: string): unknown;
}

interface TrustedTypesHost {
  trustedTypes?: { createPolicy(name: string, rules: AppPolicy): AppPolicy };
}

const KEY = Symbol.for('portloom.trusted-types-policy');

const rules: AppPolicy = {
  createHTML: (html) => html,
  createScript: (script) => script,
  createScriptURL(url) {
    if (new URL(url, location.href).origin !== location.origin)
      throw new TypeError(`Not a script of this site: ${url}`);
    return url;
  },
};

/** The policy; where the browser knows no Trusted Types, one that gives back plain strings. */
export function appPolicy(): AppPolicy {
  const host = globalThis as TrustedTypesHost & { [KEY]?: AppPolicy };
  host[KEY] ??= host.trustedTypes?.createPolicy('app', rules) ?? rules;
  return host[KEY];
}
