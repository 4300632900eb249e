import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { KeyIcon } from '../../passkeys/key-icon.tsx';
import { PasskeyRoom } from '../../passkeys/passkey-room.tsx';
import { useKnowsPasskeys, usePasskey } from '../../passkeys/use-passkey.ts';

const Quiet = styled(Button)`
  background: var(--surface);

  &:hover { background: var(--sunken); }
`;

/** Logging in without a password. @param next path to go to afterwards */
export function PasskeyLogin({ next }: { next: string }) {
  const isKnown = useKnowsPasskeys();
  const { begin, isWaiting, refusal, button, intent } = usePasskey(next);
  return (
    <PasskeyRoom data-hidden={isKnown ? undefined : ''}>
      {refusal && <Banner kind="error">{refusal.message}</Banner>}
      <Quiet
        type="button"
        $kind="secondary"
        $block
        {...button}
        onClick={() => void begin(({ logIn }) => logIn())}
        {...intent}
      >
        <KeyIcon />
        {/* In its own element, it can also be replaced where the browser has translated it. */}
        <span>{isWaiting ? 'Waiting for your device...' : 'Continue with a passkey'}</span>
      </Quiet>
    </PasskeyRoom>
  );
}
