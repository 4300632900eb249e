/** Who may publish (`POSTING`): asked before a body is read. */
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../app.ts';
import { sessionOf } from '../accounts/accounts.ts';
import { ProblemError } from '../../problem.ts';

/** `onRequest` hook of a route that publishes. */
export function publishersOnly({ accounts, env }: Pick<Services, 'accounts' | 'env'>) {
  return async (request: FastifyRequest): Promise<void> => {
    if (env.POSTING === 'public') return;
    if (env.POSTING === 'off') throw closed();
    const { status } = await sessionOf(accounts, request);
    if (status !== 'signed-in') throw membersOnly();
  };
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
