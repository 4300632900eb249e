/** Who may publish (`POSTING`): asked before a body is read. */
import type { FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import { otherAccount, sessionOf } from '../accounts/session.ts';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import { ProblemError } from '../../problem.ts';

export interface Publishing {
  accounts: AccountDependencies;
  /** Who may publish. */
  posting: Env['POSTING'];
}

/** `onRequest` hook of a route that publishes. */
export function publishersOnly({ accounts, posting }: Publishing) {
  return async (request: FastifyRequest): Promise<void> => {
    if (posting === 'public') return;
    requireOpen(posting);
    const { status } = await sessionOf(accounts, request);
    if (status !== 'signed-in') throw membersOnly();
  };
}

/** @throws ProblemError 403 where nobody may write */
export function requireOpen(posting: Publishing['posting']): void {
  if (posting === 'off') throw closed();
}

/**
 * The session may have ended, or changed, in another tab since the page was loaded.
 * @param expected the account named by the page, if it names one
 * @throws ProblemError 401, 409
 */
export function requireSame(expected: string | undefined, memberId: string | null): void {
  if (!expected || expected === memberId) return;
  if (memberId === null) {
    throw new ProblemError({
      status: 401,
      code: 'login-required',
      detail: 'You are no longer logged in. Log in, then try again.',
    });
  }
  throw otherAccount();
}

function closed(): ProblemError {
  return new ProblemError({
    status: 403,
    code: 'posting-closed',
    detail: 'Publishing posts is switched off on this site.',
  });
}

function membersOnly(): ProblemError {
  return new ProblemError({
    status: 401,
    code: 'login-required',
    detail: 'Only members may publish posts on this site. Log in, then try again.',
  });
}
