/** What a browser does with passkeys between two API calls. Loaded when a visitor turns to a button that uses one. */
import {
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { callApi } from 'shared/api-client/api';
import { ACCOUNT_HEADER, accountCalls, type PasskeyOptions } from 'shared/contracts/account';
import { NotSentError } from 'shared/forms/refusal';
import type { NewPasskey } from 'shared/rules/accounts/passkey-form';

/** What the visitor is told, by the name of the browser's error. */
const reasons: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again when you are ready.',
  AbortError: 'No passkey was used. Try again when you are ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device has no way to check that it is you. Set up a PIN, fingerprint or face unlock first.',
};
const OTHERWISE = 'This browser could not use a passkey here.';

/** Logs in with a passkey of the visitor's choice. @throws ApiError, NotSentError */
export async function logIn(): Promise<void> {
  const { options } = await callApi<PasskeyOptions>(accountCalls.passkeyLoginOptions, { method: 'POST', body: {} });
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const response = await ofBrowser(() => startAuthentication({ optionsJSON }));
  await callApi(accountCalls.passkeyLogin, { method: 'POST', body: { response } });
}

/** Makes a passkey and adds it to the account. @param account its id @throws ApiError, NotSentError */
export async function add(passkey: NewPasskey, account: string): Promise<void> {
  const call = { method: 'POST', headers: { [ACCOUNT_HEADER]: account } } as const;
  const { options } = await callApi<PasskeyOptions>(accountCalls.passkeyOptions, { ...call, body: passkey });
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const response = await ofBrowser(() => startRegistration({ optionsJSON }));
  await callApi(accountCalls.addPasskey, { ...call, body: { name: passkey.name, response } });
}

async function ofBrowser<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new NotSentError((error instanceof Error && reasons[error.name]) || OTHERWISE, 0);
  }
}
