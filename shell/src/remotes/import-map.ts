import { appPolicy } from 'shared/contracts/trusted-types';

/** Hashes that the page carries itself, by URL. The development server's pages have none. */
export function knownIntegrity(): Record<string, unknown> {
  const text = document.querySelector('script[type=importmap]')?.textContent ?? '{}';
  return (JSON.parse(text) as { integrity?: Record<string, unknown> }).integrity ?? {};
}

/**
 * Adds an import map: hashes of modules that the page did not carry when it was rendered.
 * Browsers without support for several import maps ignore it and load the modules without the check.
 * @param text made by `laterImportMap`: the page's policy lets no other one in
 */
export function addImportMap(text: string): void {
  const script = document.createElement('script');
  script.type = 'importmap';
  script.text = appPolicy().createScript(text) as unknown as string;
  document.head.append(script);
}
