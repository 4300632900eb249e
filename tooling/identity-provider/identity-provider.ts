/**
 * A real OpenID Connect provider on this machine, with pages for logging in and for consent: for `npm run dev` and for
 * tests. Any email address is accepted without proof, so never use it for anything else.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';
import { accountLinks } from '../../shared/contracts/account.ts';

export interface IdentityProvider {
  /** What the API needs to know of it. */
  env: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  /** Takes it away. */
  down: () => Promise<void>;
  /** Brings it back at the same URL. */
  up: () => Promise<void>;
}

interface ProviderOptions {
  port: number;
  /** Origin of the site that people log in to. */
  site: string;
  secret: string;
}

const CLIENT_ID = 'website';
/** Email addresses that begin like this are not confirmed by the provider. */
export const UNCONFIRMED = 'unconfirmed';

const INTERACTION = '/interaction/';

export async function startIdentityProvider({ port, site, secret }: ProviderOptions): Promise<IdentityProvider> {
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' };
  let server: Server;

  const up = async () => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: secret,
          redirect_uris: [site + accountLinks.providerCallback],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      jwks: { keys: [key as never] },
      cookies: { keys: [randomBytes(24).toString('base64url')] },
      ttl: { Interaction: 600, Session: 3_600, Grant: 3_600, AccessToken: 600, IdToken: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => INTERACTION + uid },
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => ({ sub: id, name: 'Ngozi Eze', email: id, email_verified: !id.startsWith(UNCONFIRMED) }),
      }),
    });
    const answer = provider.callback();
    server = createServer((request, response) => {
      if (!request.url?.startsWith(INTERACTION)) return void answer(request, response);
      interact(provider, request, response).catch((error: unknown) => response.writeHead(400).end(String(error)));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await up();
  return {
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_CLIENT_SECRET: secret },
    down: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
    up,
  };
}

/** The two pages between which the provider itself decides: who are you, and may the site know it. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (request.method !== 'POST') return show(response, prompt.name);
  const form = new URLSearchParams(await text(request));
  if (form.has('cancel')) {
    return await provider.interactionFinished(
      request,
      response,
      { error: 'access_denied' },
      { mergeWithLastSubmission: false },
    );
  }
  if (prompt.name === 'login') {
    return await provider.interactionFinished(
      request,
      response,
      { login: { accountId: form.get('email') ?? '' } },
      { mergeWithLastSubmission: false },
    );
  }
  const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  await provider.interactionFinished(
    request,
    response,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
}

function show(response: ServerResponse, prompt: string): void {
  const isLogin = prompt === 'login';
  const fields =
    '<p><label>E-mail <input name="email" type="email" required></label></p><p><label>Password <input name="password" type="password"></label></p>';
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Identity provider</title><link rel="icon" href="data:,">
<h1>${isLogin ? 'Who are you?' : 'May the site know your name and address?'}</h1>
<form method="post">${isLogin ? fields : ''}
<button>${isLogin ? 'Sign in' : 'Allow'}</button> <button name="cancel" value="1" formnovalidate>Cancel</button></form></html>`);
}
