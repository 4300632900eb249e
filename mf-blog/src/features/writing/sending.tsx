/** What new and edited posts share for sending: the states, the button, and the message if it fails. */
import type { ReactNode } from 'react';
import { loginFor } from 'shared/contracts/paths';
import { useBusyButton } from 'shared/forms/busy-button';
import { Banner, BannerAction } from 'shared/ui/banner';
import { Button, ButtonLink } from 'shared/ui/button';
import { FetchFailed } from 'shared/ui/fetch-failed';
import { Busy } from 'shared/ui/loader';
import { InView } from './in-view.tsx';
import { needsLogin, type Failure } from '../../publishing/refusal.ts';

export type SendState = 'writing' | 'sending' | Failure;

/** Makes the title a single line. */
export function titleOf(typed: string): string {
  return typed.replace(/\s+/g, ' ').trim();
}

interface SendButtonProps {
  state: SendState;
  label: string;
  sendingLabel: string;
  /** For the editor's toolbar, where there is less room. */
  isSmall?: boolean;
}

export function SendButton({ state, label, sendingLabel, isSmall = false }: SendButtonProps) {
  const isSending = state === 'sending';
  const button = useBusyButton(isSending);
  return (
    <Button type="submit" $small={isSmall} {...button}>
      {!isSending ? label : isSmall ? sendingLabel : <Busy>{sendingLabel}</Busy>}
    </Button>
  );
}

interface SendProblemProps {
  state: SendState;
  /** The message when it failed, and trying again may help. */
  failure: string;
  /** The message when it is unknown whether it failed. */
  doubt: string;
  /** Path to come back to after logging in. */
  page: string;
  onRetry: () => void;
  /** Offered if there is no such post any more. */
  instead?: ReactNode;
}

export function SendProblem({ state, failure, doubt, page, onRetry, instead }: SendProblemProps) {
  if (state === 'writing' || state === 'sending') return null;
  return (
    <InView of={state}>
      {typeof state === 'string' ? (
        <FetchFailed
          what={state === 'failed' ? failure : doubt}
          isOffline={state === 'offline'}
          onRetry={onRetry}
          isForm
        />
      ) : (
        <Banner kind="error">
          {state.problem}
          {needsLogin(state) && (
            <BannerAction>
              <ButtonLink href={loginFor(page)} $kind="secondary" $small>
                Log in
              </ButtonLink>
            </BannerAction>
          )}
          {state.code === 'not-found' && instead}
        </Banner>
      )}
    </InView>
  );
}
