import { appPolicy } from 'shared/contracts/trusted-types';

/**
 * Adds hashes for modules that the page did not know when it was rendered, as one more import map.
 * Browsers without support for several import maps ignore it and load the modules without the check.
 */
export function addIntegrity(integrity: Record<string, string>): void {
  const script = document.createElement('script');
  script.type = 'importmap';
  script.nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  script.text = appPolicy().createScript(JSON.stringify({ integrity })) as unknown as string;
  document.head.append(script);
}
