/** What is derived from the installation's secret: signatures of cookies, links, tokens and the shell's calls. */
import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** The secret, which nothing needs but what it signs. */
export class InstallationSecret {
  readonly #secret: string;
  /** Signatures of purposes alone: one of them comes with each call of the shell. */
  readonly #known = new Map<Purpose, string>();

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** HMAC-SHA-256 in base64url, 43 characters. @param text what is signed, if the purpose alone does not say it */
  sign(purpose: Purpose, text?: string): string {
    if (text !== undefined) return signature(this.#secret, `${purpose}\n${text}`);
    const known = this.#known.get(purpose) ?? signature(this.#secret, purpose);
    this.#known.set(purpose, known);
    return known;
  }

  /** Whether {@link sign} gives it. Takes the same time for every wrong one. */
  isSigned(given: string, purpose: Purpose, text?: string): boolean {
    return isEqual(given, this.sign(purpose, text));
  }
}

/** The one that a server or command with these settings has. @throws EnvError as {@link sessionSecret} */
export function installationSecret(env: { SESSION_SECRET?: string | undefined; DATA_DIR: string }): InstallationSecret {
  return new InstallationSecret(sessionSecret({ given: env.SESSION_SECRET, dataDir: env.DATA_DIR }));
}

const signature = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}
