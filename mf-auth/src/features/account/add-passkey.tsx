import { useEffect, useRef, type FormEvent } from 'react';
import { href, paths } from 'shared/contracts/paths';
import { useSession } from 'shared/contracts/shell';
import { inputOf } from 'shared/forms/inputs';
import { readForm } from 'shared/rules/form';
import { passkeyForm } from 'shared/rules/accounts/passkey-form';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { Field, FormRows } from 'shared/ui/field';
import { PasswordField } from 'shared/ui/password-field';
import { PasskeyRoom } from '../../passkeys/passkey-room.tsx';
import { useKnowsPasskeys, usePasskey } from '../../passkeys/use-passkey.ts';

/** Asks for the password when the API wants it, which it does not shortly after a login. */
export function AddPasskey() {
  const session = useSession();
  const isKnown = useKnowsPasskeys();
  const { begin, isWaiting, refusal, button, intent } = usePasskey(`${href(paths.account)}?done=passkey-added`);
  const errors = refusal?.errors ?? {};
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A field that appears is not announced.
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusal]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const passkey = readForm(passkeyForm, new FormData(event.currentTarget));
    void begin(({ add }) => add(passkey, session.status === 'signed-in' ? session.id : ''));
  };
  return (
    <PasskeyRoom data-hidden={isKnown ? undefined : ''}>
      <FormRows ref={form} method="post" noValidate onSubmit={submit} {...intent}>
        <Field {...inputOf(passkeyForm, 'name')} error={errors['name']} />
        {errors['password'] && <PasswordField {...inputOf(passkeyForm, 'password')} error={errors['password']} />}
        {refusal && Object.keys(errors).length === 0 && <Banner kind="error">{refusal.message}</Banner>}
        <div>
          <Button type="submit" $kind="secondary" {...button}>
            {isWaiting ? 'Waiting for your device...' : 'Add a passkey'}
          </Button>
        </div>
      </FormRows>
    </PasskeyRoom>
  );
}
