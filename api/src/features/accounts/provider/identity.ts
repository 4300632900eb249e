/**
 * Who a person is, according to an identity provider. Better Auth verifies the identity token; this file checks the
 * rest. Everything is checked: a provider's data is no more trustworthy than a form's.
 */
import { decodeJwt } from 'jose';
import { isEmailAddress } from 'shared/rules/email';
import { NAME_MAX } from 'shared/rules/limits';
import { isLine, isVisible } from 'shared/rules/text';
import { z } from 'zod';
import { canonical } from '../dependencies.ts';

/** How long the provider may take to say more about a person. */
const USER_INFO_DEADLINE_MS = 5_000;

/** OpenID Connect Core 1.0, sections 2 and 5.1. */
const subject = z.string().min(1).max(255).refine(isLine);
const claims = z.object({
  sub: subject,
  email: z.string().refine(isEmailAddress).optional(),
  email_verified: z.boolean().optional(),
  name: z.unknown().optional(),
  preferred_username: z.unknown().optional(),
});
const idTokenClaims = claims.extend({ aud: z.union([z.string(), z.array(z.string())]), azp: z.string().optional() });

export interface Identity {
  sub: string;
  /** As accounts have it; empty if the provider did not say it. */
  email: string;
  emailVerified: boolean;
  /** What the provider calls the person, unchecked. */
  names: unknown[];
}

interface TokenResponse {
  /** Verified. */
  idToken: string | undefined;
  accessToken: string | undefined;
  clientId: string;
  /** Where the provider says more about the owner of the access token. */
  userInfoUrl: string | undefined;
}

/** @returns nothing for an answer without an identity token, or with one for another client or of another form */
export async function identityOf({
  idToken,
  accessToken,
  clientId,
  userInfoUrl,
}: TokenResponse): Promise<(Identity & Record<string, unknown>) | null> {
  // Without one, nothing signed says who it is: an access token may belong to anybody.
  if (!idToken) return null;
  const { data: token } = idTokenClaims.safeParse(decodeJwt(idToken));
  if (!token || !isForClient(token, clientId)) return null;
  const said = token.email === undefined ? await userInfo(userInfoUrl, accessToken) : token;
  if (!said || said.sub !== token.sub) return null;
  return {
    sub: token.sub,
    email: said.email === undefined ? '' : canonical(said.email),
    emailVerified: said.email_verified === true,
    names: [said.name, said.preferred_username],
  };
}

/** Section 3.1.3.7: a token for several clients must name the one that asked for it. */
function isForClient({ aud, azp }: z.output<typeof idTokenClaims>, clientId: string): boolean {
  return azp === undefined ? [aud].flat().length === 1 : azp === clientId;
}

async function userInfo(
  url: string | undefined,
  accessToken: string | undefined,
): Promise<z.output<typeof claims> | undefined> {
  if (!url || !accessToken) return undefined;
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${accessToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(USER_INFO_DEADLINE_MS),
    });
    return response.ok ? claims.parse(await response.json()) : undefined;
  } catch {
    return undefined;
  }
}

/** What an account is called. */
export function nameOf({ names, email }: Identity): string {
  const texts = [...names, email.split('@', 1)[0]].map((value) =>
    // Without half of a character at its end.
    typeof value === 'string'
      ? value
          .trim()
          .slice(0, NAME_MAX)
          .replace(/[\ud800-\udbff]$/, '')
      : '',
  );
  return texts.find((text) => isVisible(text) && isLine(text)) ?? '';
}
