/** Better Auth's own plugin for passkeys, on our table. Its routes are called by ours (`passkeys.ts`). */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import { company } from 'shared/content/company';
import type { CookieName } from '../cookies.ts';

/** A key of Better Auth's `cookies`, where its name is (`better-auth.ts`). */
export const CHALLENGE_COOKIE = 'passkey-challenge' satisfies CookieName;

/** A passkey counts as two factors only if its device has asked for a PIN, a finger or a face (decision 085). */
function requireUserVerified(isVerified: boolean | undefined): void {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { message: 'The device did not check who uses it.' });
}

/**
 * What the database keeps of a ceremony that has begun. The plugin notes name and email address of the member as well,
 * and needs the id alone: the rest would outlive the account by up to a day.
 * @param value JSON
 */
export function withoutPerson(value: string): string {
  const ceremony = JSON.parse(value) as { userData?: { id: string } };
  return ceremony.userData ? JSON.stringify({ ...ceremony, userData: { id: ceremony.userData.id } }) : value;
}

export function passkeyPlugin(publicUrl: string) {
  return passkey({
    rpID: new URL(publicUrl).hostname,
    rpName: company.name,
    origin: publicUrl,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: CHALLENGE_COOKIE },
    registration: {
      afterVerification: ({ verification }) => {
        requireUserVerified(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        requireUserVerified(verification.authenticationInfo.userVerified);
      },
    },
    schema: {
      passkey: {
        modelName: 'passkeys',
        fields: {
          publicKey: 'public_key',
          userId: 'user_id',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  });
}
