import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { accountCalls } from 'shared/contracts/account';
import { passkeyForm, passkeyRemovalForm } from 'shared/rules/accounts/passkey-form';
import { z } from 'zod';
import { neverCached } from '../../../http/never-cached.ts';
import { accountHeaders, formBody, problems } from '../../../http/schemas.ts';
import type { AccountDependencies } from '../dependencies.ts';
import { addPasskey, beginPasskey, beginPasskeyLogin, loginWithPasskey, removePasskey } from './passkeys.ts';
import { done, membersConfig, session, withCookies } from '../routes.ts';

const DONE = { status: 'done' } as const;
const config = { crossSite: 'own-pages' } as const;
/** Longest id of a credential that WebAuthn allows, in base64url. */
const CREDENTIAL_ID_MAX = 1_364;

const options = z.object({
  options: z.record(z.string(), z.unknown()).describe("For the browser's `navigator.credentials`."),
});
const response = z
  .looseObject({ id: z.string('This must be text.').max(CREDENTIAL_ID_MAX, 'This is too long.') })
  .describe('What `navigator.credentials` gave, as JSON.');
const made = z.object({ name: z.string('This must be text.').optional().default(''), response });
const signed = z.object({ response });

/** Passkeys (decision 085). Their answers must never be cached. */
export function passkeyRoutes(deps: AccountDependencies): FastifyPluginCallbackZod {
  const route = (summary: string, answer: z.ZodType, body?: z.ZodType) => ({
    config,
    schema: { summary, tags: ['accounts'], ...(body ? { body } : {}), response: { 200: answer, ...problems } },
  });
  const routeAs = (...described: Parameters<typeof route>) => {
    const { schema } = route(...described);
    return { config: membersConfig, schema: { ...schema, headers: accountHeaders } };
  };
  return (app, _options, ready) => {
    neverCached(app);

    app.post(
      accountCalls.passkeyLoginOptions,
      route('Begin to log in with a passkey', options),
      async (request, reply) => {
        const begun = await beginPasskeyLogin(deps, request);
        return withCookies(reply, begun.cookies).send({ options: begun.options });
      },
    );

    app.post(accountCalls.passkeyLogin, route('Log in with a passkey', session, signed), async (request, reply) => {
      const opened = await loginWithPasskey(deps, (request.body as z.output<typeof signed>).response, request);
      return withCookies(reply, opened.cookies).send(opened.session);
    });

    const beginning = formBody(passkeyForm, { mayBeMissing: ['password'] });
    app.post(
      accountCalls.passkeyOptions,
      routeAs('Begin to add a passkey', options, beginning),
      async (request, reply) => {
        const { name = '', password = '' } = request.body as z.output<typeof beginning>;
        const begun = await beginPasskey(deps, { name, password }, request);
        return withCookies(reply, begun.cookies).send({ options: begun.options });
      },
    );

    app.post(accountCalls.addPasskey, routeAs('Add a passkey', done, made), async (request) => {
      await addPasskey(deps, request.body as z.output<typeof made>, request);
      return DONE;
    });

    const removal = formBody(passkeyRemovalForm, { mayBeMissing: ['password'] });
    app.post(accountCalls.removePasskey, routeAs('Remove a passkey', done, removal), async (request) => {
      const { id, password = '' } = request.body as z.output<typeof removal>;
      await removePasskey(deps, { id, password }, request);
      return DONE;
    });
    ready();
  };
}
