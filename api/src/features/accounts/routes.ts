import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import {
  ACCOUNT_QUERY,
  accountCalls,
  accountLinks,
  CONFIRM_QUERY,
  NEW_PASSWORD,
  OLD_PASSWORD,
} from 'shared/contracts/account';
import { href, ownPath, paths, withNext } from 'shared/contracts/paths';
import { deletionForm, passwordChangeForm } from 'shared/rules/accounts/account-form';
import { confirmationForm, newConfirmationForm } from 'shared/rules/accounts/confirmation-form';
import { forgottenPasswordForm } from 'shared/rules/accounts/forgotten-password-form';
import { loginForm } from 'shared/rules/accounts/login-form';
import { newPasswordForm } from 'shared/rules/accounts/new-password-form';
import { registrationForm } from 'shared/rules/accounts/registration-form';
import { z } from 'zod';
import { deleteAccount } from './deletion.ts';
import {
  changePassword,
  forgotPassword,
  ownerOfToken,
  requireTokenOwner,
  setNewPassword,
} from './passwords/password.ts';
import { listPasskeys } from './passkeys/passkey-repository.ts';
import { login, logout, requireUser, sessionOf } from './session.ts';
import type { AccountDependencies } from './dependencies.ts';
import { cookieOf, setCookie } from './cookies.ts';
import * as registrations from './registrations/registrations.ts';
import { takeAnyBody } from '../../http/any-body.ts';
import { neverCached } from '../../http/never-cached.ts';
import { isOpened } from '../../http/opened.ts';
import { writeLimit } from '../../http/write-limit.ts';
import { presentAccount } from './presenter.ts';
import { endSessions, findPassword, listSessions } from './repository.ts';
import { accountHeaders, formBody, openedToken, problems, redirects } from '../../http/schemas.ts';

/** A missing field counts as empty: the rules say what that means. */
const field = z
  .string('This must be text.')
  .nullish()
  .transform((value) => value ?? '');
export const done = z.object({ status: z.literal('done') });
const DONE = { status: 'done' } as const;
const mailFollows = z
  .object({ status: z.literal('accepted') })
  .describe('The same for every address; the rest arrives by email.');
export const session = z.discriminatedUnion('status', [
  z.object({ status: z.literal('anonymous') }),
  z.object({ status: z.literal('signed-in'), id: z.string(), name: z.string() }),
]);
const account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  hasPassword: z.boolean(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
  sessions: z.array(
    z.object({
      id: z.string(),
      isCurrent: z.boolean(),
      userAgent: z.string(),
      ipAddress: z.string(),
      createdAt: z.string(),
    }),
  ),
});
const linkedEmail = z.object({ email: z.string() });
const next = z.string().max(2_000).optional().catch(undefined).describe('Path to return to.');
const link = z.object({ token: openedToken, next });
const confirmLink = link.extend({
  [CONFIRM_QUERY]: z.literal(NEW_PASSWORD).optional().catch(undefined).describe('Start by choosing a password.'),
});
/** A cookie decides who is asking, so a request must come from the site's own pages. */
const config = { crossSite: 'own-pages' } as const;
/** Calls of members, which have no limit of their own (`limits.ts`). */
export const membersConfig = { ...config, rateLimit: writeLimit } as const;

/** Accounts and sessions. Their answers must never be cached, and no token is ever in a body. */
export function accountRoutes(deps: AccountDependencies): FastifyPluginCallbackZod {
  const cookie = (request: FastifyRequest, name: 'confirm' | 'reset') =>
    cookieOf(deps.publicUrl, request.headers.cookie, name);
  const post = (summary: string, body?: z.ZodType) => ({
    config,
    schema: { summary, tags: ['accounts'], ...(body ? { body } : {}), response: { 200: done, ...problems } },
  });

  /** For a page that says which account it shows. */
  const postAs = (summary: string, body?: z.ZodType) => {
    const { schema, ...route } = post(summary, body);
    return { ...route, schema: { ...schema, headers: accountHeaders } };
  };
  const postAsMember = (summary: string, body?: z.ZodType) => ({ ...postAs(summary, body), config: membersConfig });

  /** Tells the address of a link: anyone with the link can read the mails to it anyway. */
  const getEmail = (summary: string) => ({
    schema: { summary, tags: ['accounts'], headers: accountHeaders, response: { 200: linkedEmail, ...problems } },
  });

  return (app, _options, ready) => {
    neverCached(app);

    app.post(
      accountCalls.register,
      {
        config,
        schema: {
          summary: 'Register',
          tags: ['accounts'],
          body: formBody(registrationForm),
          response: { 202: mailFollows, ...problems },
        },
      },
      async (request, reply) => {
        const { cookies } = await registrations.register(deps, request.body, request);
        return withCookies(reply, cookies).code(202).send({ status: 'accepted' });
      },
    );

    app.get(accountCalls.confirm, getEmail('The email address that the link was sent to'), async (request) => ({
      email: await registrations.requireLinkEmail(deps, cookie(request, 'confirm'), request),
    }));

    const confirmation = formBody(confirmationForm, { mayBeMissing: ['password'] });
    app.post(
      accountCalls.confirm,
      postAs('Confirm the email address that the link was sent to', confirmation),
      async (request, reply) => {
        const body = request.body as z.output<typeof confirmation>;
        const { cookies } = await registrations.confirmEmail(deps, body, cookie(request, 'confirm'), request);
        return withCookies(reply, cookies).send(DONE);
      },
    );

    const typed = formBody(newConfirmationForm);
    app.post(
      accountCalls.confirmAnew,
      postAs('Confirm that email address with a new name and password', typed),
      async (request, reply) => {
        const { cookies } = await registrations.confirmAnew(
          deps,
          request.body as z.output<typeof typed>,
          cookie(request, 'confirm'),
          request,
        );
        return withCookies(reply, cookies).send(DONE);
      },
    );

    app.post(
      accountCalls.login,
      {
        config,
        schema: {
          summary: 'Log in',
          tags: ['accounts'],
          body: formBody(loginForm),
          response: { 200: session, ...problems },
        },
      },
      async (request, reply) => {
        const opened = await login(deps, request.body, request);
        return withCookies(reply, opened.cookies).send(opened.session);
      },
    );

    app.get(
      accountCalls.session,
      { schema: { summary: 'Who is logged in', tags: ['accounts'], response: { 200: session, ...problems } } },
      async (request) => await sessionOf(deps, request),
    );

    app.post(
      accountCalls.forgotPassword,
      {
        config,
        schema: {
          summary: 'Ask for a link to a new password',
          tags: ['accounts'],
          body: formBody(forgottenPasswordForm),
          response: { 202: mailFollows, ...problems },
        },
      },
      async (request, reply) => reply.code(202).send(await forgotPassword(deps, request.body, request)),
    );

    app.get(
      accountCalls.newPassword,
      getEmail('The email address of the account that the link is for'),
      async (request) => {
        const { email } = await requireTokenOwner(deps, cookie(request, 'reset'), request);
        return { email };
      },
    );

    const newPassword = formBody(newPasswordForm);
    app.post(
      accountCalls.newPassword,
      postAs('Set a new password with the emailed link', newPassword),
      async (request, reply) => {
        const { cookies } = await setNewPassword(
          deps,
          request.body as z.output<typeof newPassword>,
          cookie(request, 'reset'),
          request,
        );
        return withCookies(reply, cookies).send(DONE);
      },
    );

    app.get(
      accountCalls.account,
      {
        schema: {
          summary: 'The account and its sessions',
          tags: ['accounts'],
          response: { 200: account, ...problems },
        },
      },
      async (request) => {
        const { user, session: current } = await requireUser(deps, request);
        const kept = await findPassword(deps.db, user.id);
        const open = await listSessions(deps.db, user.id, new Date().toISOString());
        const passkeys = await listPasskeys(deps.db, user.id);
        const hasPassword = kept !== undefined;
        return presentAccount({ user, hasPassword, passkeys, sessions: open, currentId: current.id });
      },
    );

    const change = formBody(passwordChangeForm);
    app.post(accountCalls.changePassword, postAsMember('Change the password', change), async (request, reply) => {
      const { cookies } = await changePassword(deps, request.body as z.output<typeof change>, request);
      return withCookies(reply, cookies).send(DONE);
    });

    const end = z.object({ id: field });
    app.post(accountCalls.endSession, postAsMember('Log out of one other session', end), async (request) => {
      const { user } = await requireUser(deps, request);
      await endSessions(deps.db, user.id, { only: (request.body as z.output<typeof end>).id });
      return DONE;
    });

    app.post(accountCalls.endOtherSessions, postAsMember('Log out everywhere else'), async (request) => {
      const { user, session: current } = await requireUser(deps, request);
      await endSessions(deps.db, user.id, { but: current.id });
      return DONE;
    });

    const deletion = formBody(deletionForm, { mayBeMissing: ['password'] });
    app.post(
      accountCalls.deleteAccount,
      postAsMember('Delete the account and its data', deletion),
      async (request, reply) => {
        const { cookies } = await deleteAccount(deps, request.body as z.output<typeof deletion>, request);
        return withCookies(reply, cookies).send(DONE);
      },
    );

    const mailedLink = (page: string, querystring: z.ZodType) => ({
      schema: {
        summary: `Open an emailed link: redirects to ${page}`,
        tags: ['accounts'],
        querystring,
        response: { ...redirects, ...problems },
      },
    });
    const oldLink = (page: string) => `${page}?error=link-expired`;
    /** A cookie with the token, which no page can pass on, as a URL would. The token expires at its own time. */
    const keeping = (purpose: 'confirm' | 'reset', token: string) => [
      setCookie(deps.publicUrl, purpose, { value: token, maxAge: 30 * 60 }),
    ];

    app.get(accountLinks.confirm, mailedLink(href(paths.confirmEmail), confirmLink), async (request, reply) => {
      const { token, next: wish, [CONFIRM_QUERY]: by } = request.query as z.output<typeof confirmLink>;
      const opened = isOpened(request.headers) ? await registrations.openLink(deps, token, request) : undefined;
      if (opened === undefined) return reply.redirect(oldLink(href(paths.register)), 303);
      const way = by ?? (opened.isSameBrowser ? undefined : OLD_PASSWORD);
      const query = new URLSearchParams({ ...(way && { [CONFIRM_QUERY]: way }), [ACCOUNT_QUERY]: opened.account });
      const page = withNext(`${href(paths.confirmEmail)}?${query}`, ownPath(wish));
      return withCookies(reply, keeping('confirm', token)).redirect(page, 303);
    });

    app.get(accountLinks.newPassword, mailedLink(href(paths.updatePassword), link), async (request, reply) => {
      const { token } = request.query as z.output<typeof link>;
      const owner = isOpened(request.headers) ? await ownerOfToken(deps, token) : undefined;
      if (owner === undefined) return reply.redirect(oldLink(href(paths.forgotPassword)), 303);
      const page = `${href(paths.updatePassword)}?${ACCOUNT_QUERY}=${encodeURIComponent(owner)}`;
      return withCookies(reply, keeping('reset', token)).redirect(page, 303);
    });

    void app.register((forms, _, registered) => {
      takeAnyBody(forms);
      forms.post(
        accountLinks.logout,
        {
          config,
          schema: { summary: 'Log out (a form)', tags: ['accounts'], response: { ...redirects, ...problems } },
        },
        async (request, reply) => {
          const { cookies } = await logout(deps, request);
          return withCookies(reply, cookies).redirect(href(paths.home), 303);
        },
      );
      registered();
    });
    ready();
  };
}

export function withCookies<Reply extends Pick<FastifyReply, 'header'>>(reply: Reply, cookies: string[]): Reply {
  void reply.header('set-cookie', cookies);
  return reply;
}
