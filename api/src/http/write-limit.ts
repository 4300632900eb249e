/**
 * How often one IP address may write. Limits with a `shared` name hold for the installation and are counted in the
 * database (decision 087); the others protect one machine and are counted by each instance, in memory (decision 042).
 */
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { counted } from 'shared/rules/counted';
import {
  APPLICATIONS_PER_HOUR,
  IMAGES_PER_DAY,
  POSTS_PER_MINUTE,
  REPORTS_PER_HOUR,
  SIGN_UPS_PER_HOUR,
} from 'shared/rules/limits';
import { limitReached } from '../measured.ts';
import { ProblemError } from '../problem.ts';
import type { Db } from '../database/schema.ts';
import { sharedCounts } from './shared-counts.ts';

/** `config.rateLimit` of a route that writes. */
export const writeLimit = { max: POSTS_PER_MINUTE, timeWindow: '1 minute' };

/** Every subscription may send a mail to a stranger. */
export const signUpLimit = { max: SIGN_UPS_PER_HOUR, timeWindow: '1 hour', shared: 'sign-ups' };

/** An application causes a mail with a file, and one to the person it names. */
export const applicationLimit = { max: APPLICATIONS_PER_HOUR, timeWindow: '1 hour', shared: 'applications' };

/** Reports are read by people. */
export const reportLimit = { max: REPORTS_PER_HOUR, timeWindow: '1 hour', shared: 'reports' };

/** Images take room, which all instances share. */
export const imageLimit = { max: IMAGES_PER_DAY, timeWindow: '1 day', shared: 'images' };

/** A payment system sends everything that has accumulated in one go. */
export const eventLimit = { max: 3_000, timeWindow: '1 minute' };

/** A mail provider unsubscribes all its users from a few IP addresses. */
export const mailProgramLimit = { max: 600, timeWindow: '1 minute' };

/** Limits the routes that carry one of the limits above. IPv6 clients are counted by their /64 network. */
export async function limitWrites(app: FastifyInstance, db: Db): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: sharedCounts(db),
    errorResponseBuilder: (_request, { ttl }) => {
      limitReached.tell({ limit: 'writes' });
      return new ProblemError({
        status: 429,
        code: 'too-many-requests',
        detail: `Too many requests at once. Try again in ${inWords(ttl)}.`,
      });
    },
  });
}

/** @param time in milliseconds */
function inWords(time: number): string {
  const seconds = Math.max(1, Math.ceil(time / 1000));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
