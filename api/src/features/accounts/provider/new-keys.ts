/** The provider's keys, which it may exchange at any time. */
import { type createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Auth } from '../better-auth.ts';

type RemoteKeys = ReturnType<typeof createRemoteJWKSet>;

/** How long no keys are fetched after that was done for a key that is not known, in milliseconds. */
const PAUSE_MS = 1_000;

/** Makes Better Auth fetch the keys again for a token with an unknown one, even if it has just done that. */
export async function followNewKeys(auth: Auth): Promise<void> {
  for (const { idToken } of (await auth.$context).socialProviders)
    if (idToken && 'jwks' in idToken && isRemote(idToken.jwks)) idToken.jwks = withNewKeys(idToken.jwks);
}

const isRemote = (keys: JWTVerifyGetKey): keys is RemoteKeys => 'reload' in keys;

/** The keys, fetched again for an unknown one; by default that takes half a minute since the last time. */
function withNewKeys(keys: RemoteKeys): JWTVerifyGetKey {
  let fetchedAt = -Infinity;
  return async (...given) => {
    try {
      return await keys(...given);
    } catch (error) {
      const isEarly = performance.now() - fetchedAt < PAUSE_MS && !keys.reloading;
      if (!(error instanceof errors.JWKSNoMatchingKey) || isEarly) throw error;
      fetchedAt = performance.now();
      await keys.reload();
      return await keys(...given);
    }
  };
}
