import { styled } from 'styled-components';
import type { Passkey } from 'shared/contracts/account';
import { inputOf } from 'shared/forms/inputs';
import { passkeyRemovalForm } from 'shared/rules/accounts/passkey-form';
import { Button } from 'shared/ui/button';
import { LocalDate } from 'shared/ui/local-date';
import { PasswordField } from 'shared/ui/password-field';
import { AddPasskey } from './add-passkey.tsx';
import { Rows } from './rows.tsx';
import { errorsOf, SmallForm, type AccountFormResult } from './small-form.tsx';

const Explained = styled.p`
  margin-bottom: 22px;
`;

/** The account's passkeys: removing one is an ordinary form, adding one needs script. */
export function Passkeys({ passkeys, result }: { passkeys: Passkey[]; result: AccountFormResult }) {
  return (
    <section aria-labelledby="passkey">
      <h2 id="passkey">Passkeys</h2>
      <Explained>
        A passkey logs you in with your fingerprint, your face or the PIN of your device, without a password.
      </Explained>
      {passkeys.length > 0 && (
        <Rows>
          {passkeys.map(({ id, name, createdAt }) => (
            <li key={id}>
              <div>
                <strong>{name || 'Passkey'}</strong>
                <p>
                  Since <LocalDate iso={createdAt} />
                </p>
              </div>
              <Removal id={id} name={name} result={result} />
            </li>
          ))}
        </Rows>
      )}
      <AddPasskey />
    </section>
  );
}

/** Asks for the password when the API wants it, which it does not shortly after a login. */
function Removal({ id, name, result }: { id: string; name: string; result: AccountFormResult }) {
  const isThis = result?.values['id'] === id;
  const error = isThis ? errorsOf('passkey', result)['password'] : undefined;
  return (
    <SmallForm name="passkey">
      <input type="hidden" name="id" value={id} />
      {error && <PasswordField {...inputOf(passkeyRemovalForm, 'password')} error={error} />}
      <div>
        <Button type="submit" $kind="secondary" $small aria-label={`Remove ${name || 'this passkey'}`}>
          Remove
        </Button>
      </div>
    </SmallForm>
  );
}
