/**
 * A trial: one browser gets different releases from everybody else, for some hours. Those who have the installation's
 * secret make a link for it (`npm run releases -- try`); the browser keeps what the link carries in a cookie.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

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
export function signedTrial(secret: string, trial: Trial): string {
  const text = Buffer.from(JSON.stringify(trial)).toString('base64url');
  return `${text}.${signatureOf(secret, text)}`;
}

/**
 * Reads what {@link signedTrial} made; undefined if it is forged, altered or expired.
 * @param now milliseconds since 1970
 */
export function readTrial(secret: string, signed: string, now: number): Trial | undefined {
  const [text = '', signature = '', ...more] = signed.split('.');
  const wanted = Buffer.from(signatureOf(secret, text));
  const given = Buffer.from(signature);
  if (more.length > 0 || given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  const trial = shape.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
  return trial.until > now ? trial : undefined;
}

/** The label keeps it apart from everything else that the secret signs. */
function signatureOf(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`trial/1\n${text}`).digest('base64url');
}
