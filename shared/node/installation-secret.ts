/** What is derived from the installation's secret: signatures of cookies, links, tokens and the shell's calls. */
import { createHmac } from 'node:crypto';
import { isSameSignature } from './same-signature.ts';
import { sessionSecret } from './secret.ts';

/**
 * What something is signed for. Each purpose is a key of its own, so that nothing signed for one is good for another.
 * The number changes with the form of what is signed.
 */
type Purpose =
  | 'better-auth/1'
  | 'device/2'
  | 'mailed-link/1'
  | 'mailed-token/1'
  | 'sealed-address/1'
  | 'shell-hop/1'
  | 'trial/1'
  | 'waiting-account/1';

/**
 * The secret, which nothing needs but what it signs. While it is being replaced there is another one beside it, which
 * signs nothing, but whose signatures are good, too (decision 161).
 */
export class InstallationSecret {
  readonly #secrets: readonly string[];
  /** Signatures of purposes alone: one of them comes with each call of the shell. */
  readonly #known = new Map<Purpose, string[]>();

  constructor(secret: string, accepted?: string) {
    this.#secrets = accepted === undefined ? [secret] : [secret, accepted];
  }

  /** HMAC-SHA-256 in base64url, 43 characters. @param text what is signed, if the purpose alone does not say it */
  sign(purpose: Purpose, text?: string): string {
    return this.signatures(purpose, text)[0]!;
  }

  /** All signatures that are good; the first is that of {@link sign}. */
  signatures(purpose: Purpose, text?: string): string[] {
    if (text !== undefined) return this.#secrets.map((secret) => signature(secret, `${purpose}\n${text}`));
    const known = this.#known.get(purpose) ?? this.#secrets.map((secret) => signature(secret, purpose));
    this.#known.set(purpose, known);
    return known;
  }

  /** Whether a signature is good. Takes the same time for every wrong one. */
  isSigned(given: string, purpose: Purpose, text?: string): boolean {
    return this.signatures(purpose, text).filter((good) => isSameSignature(given, good)).length > 0;
  }
}

interface SecretEnv {
  SESSION_SECRET?: string | undefined;
  ACCEPTED_SESSION_SECRET?: string | undefined;
  DATA_DIR: string;
}

/** The one that a server or command with these settings has. @throws EnvError as {@link sessionSecret} */
export function installationSecret(env: SecretEnv): InstallationSecret {
  const secret = sessionSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR });
  return new InstallationSecret(secret, env.ACCEPTED_SESSION_SECRET);
}

const signature = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
