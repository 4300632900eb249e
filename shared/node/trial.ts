/**
 * A trial: one browser gets different releases from everybody else, for some hours. Those who have the installation's
 * secret make a link for it (`npm run releases -- try`); the browser keeps what the link carries in a cookie.
 */
import { z } from 'zod';
import type { InstallationSecret } from './installation-secret.ts';

/** Where the links lead, and where the form that ends a trial is sent. */
export const TRIAL_PATH = '/_try';
/** Name of the query parameter. */
export const TRIAL_PARAMETER = 'choice';
export const TRIAL_HOURS_MAX = 7 * 24;

export interface Trial {
  /** Versions by remote. */
  releases: Record<string, string>;
  /** Milliseconds since 1970. */
  until: number;
}

const shape = z.object({ releases: z.record(z.string(), z.string()), until: z.number() });

/** The trial as text that cannot be changed without the secret. Fits into URLs and cookies. */
export function signedTrial(secret: InstallationSecret, trial: Trial): string {
  const text = Buffer.from(JSON.stringify(trial)).toString('base64url');
  return `${text}.${secret.sign('trial/1', text)}`;
}

/**
 * Reads what {@link signedTrial} made; undefined if it is forged, altered or expired.
 * @param now milliseconds since 1970
 */
export function readTrial(secret: InstallationSecret, signed: string, now: number): Trial | undefined {
  const [text = '', signature = '', ...more] = signed.split('.');
  if (more.length > 0 || !secret.isSigned(signature, 'trial/1', text)) return undefined;
  const trial = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return trial.until > now ? trial : undefined;
}
