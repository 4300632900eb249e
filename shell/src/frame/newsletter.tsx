/**
 * The newsletter's form. It posts without script; in a footer that the browser keeps as the server wrote it,
 * {@link takeOver} brings it to life in its own root. So it uses no hook of the router and no generated ids.
 */
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { styled } from 'styled-components';
import { ApiError, callApi } from 'shared/api-client/api';
import { newsletterCalls, type NewsletterReceipt } from 'shared/contracts/newsletter';
import { href, paths } from 'shared/contracts/paths';
import { inputOf } from 'shared/forms/inputs';
import { isUnsure } from 'shared/forms/unsure';
import { checkSignUp } from 'shared/rules/newsletter/newsletter';
import { newsletterForm, type NewsletterSignUp } from 'shared/rules/newsletter/newsletter-form';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { Input } from 'shared/ui/field';
import { Busy } from 'shared/ui/loader';
import { SpamTrap } from 'shared/ui/spam-trap';
import { NEWSLETTER_OFFLINE } from './newsletter-offline.ts';

const INPUT_ID = 'newsletter-email';
const MESSAGE_ID = 'newsletter-message';

const Box = styled.div`
  h2 { font-size: clamp(1.75rem, 1.4rem + 1.2vw, 2.5rem); }
  h2 + p { max-width: 40ch; margin-top: 12px; color: var(--on-band-2); }
`;

const Row = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  max-width: 460px;
  margin-top: 20px;

  /* Side by side if the placeholder fits; otherwise each fills a row. */
  button { flex: 1 0 auto; }
  input {
    flex: 999 1 150px;
    min-width: 0;
    border-color: var(--on-band-2);
    background: var(--band-2);
    color: var(--on-band);
  }
  input::placeholder { color: var(--on-band-2); }
  input:hover { border-color: var(--on-band); }
  input[aria-invalid='true'] { border-color: var(--on-band); box-shadow: inset 0 0 0 .75px var(--on-band); }
  input:focus { outline-color: var(--focus-on-band); border-color: var(--focus-on-band); }
`;

const Slot = styled.div`
  max-width: 460px;

  > * { margin-top: 12px; }
`;

type SubscribeResult = 'subscribed' | { refused: string } | { failed: string };

/** Subscribes, or says what is wrong, so that the visitor keeps what was typed. Subscribing twice counts once. */
async function subscribe(email: string): Promise<SubscribeResult> {
  const [problem] = checkSignUp({ email });
  if (problem) return { refused: problem.message };
  const body: NewsletterSignUp = { email };
  try {
    await callApi<NewsletterReceipt>(newsletterCalls.subscribe, { method: 'POST', body });
    return 'subscribed';
  } catch (error) {
    if (!navigator.onLine) return { failed: NEWSLETTER_OFFLINE };
    const { code, problem } = error instanceof ApiError ? error : {};
    if (code === 'validation-failed') return { refused: problem?.errors?.[0]?.message ?? 'invalid Email' };
    const told = !isUnsure(error) && problem?.detail;
    return { failed: told || 'We do not know whether that arrived. Please subscribe again in a moment.' };
  }
}

export function Newsletter({ onReady }: { onReady?: () => void }) {
  const [result, setResult] = useState<SubscribeResult | 'submitting'>();
  // Beside the state, since what was pressed twice before this script came is sent twice before React renders.
  const isSending = useRef(false);
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    alive.set(input.current!.form!, Promise.resolve());
    onReady?.();
  }, [onReady]);

  const submitting = result === 'submitting';
  const { label: _label, ...attributes } = inputOf(newsletterForm, 'email');
  const refused = typeof result === 'object' && 'refused' in result;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    const form = event.currentTarget;
    setResult('submitting');
    const received = await subscribe(input.current!.value.trim());
    isSending.current = false;
    setResult(received);
    const { activeElement: focused } = document;
    if (received === 'subscribed') form.reset();
    // Elsewhere, the visitor has gone on, perhaps to another page. Safari does not focus a button that is pressed.
    else if (form.contains(focused) || focused === document.body) input.current?.focus();
  };

  // Its texts may have been translated by the browser. Recreated, the form would lose what was typed, and the focus.
  return (
    <Box>
      <h2 suppressHydrationWarning>Notes from the loom</h2>
      <p suppressHydrationWarning>What we built, what we cut, and why. We will ask you to confirm by email first.</p>
      <Row method="post" action={href(paths.newsletter)} noValidate onSubmit={submit}>
        <SpamTrap />
        <label className="visually-hidden" htmlFor={INPUT_ID} suppressHydrationWarning>
          Enter your Email
        </label>
        <Input
          ref={input}
          id={INPUT_ID}
          {...attributes}
          // What is changed while it is on its way would be cleared with it.
          readOnly={submitting}
          aria-invalid={refused || undefined}
          aria-describedby={refused ? MESSAGE_ID : undefined}
        />
        <Button type="submit" $kind="mark" aria-disabled={submitting || undefined} suppressHydrationWarning>
          {submitting ? <Busy>Submitting...</Busy> : 'Subscribe'}
        </Button>
      </Row>
      <Slot id={MESSAGE_ID}>
        {result === 'subscribed' && (
          <Banner kind="success">
            Check your email to confirm.
            <p>You are subscribed once you open the link in it and confirm.</p>
          </Banner>
        )}
        {typeof result === 'object' && (
          <Banner kind="error">{'refused' in result ? result.refused : result.failed}</Banner>
        )}
      </Slot>
    </Box>
  );
}

/** Forms that are hydrated or soon will be. */
const alive = new WeakMap<Element, Promise<void>>();

/**
 * Hydrates the form that the server rendered, unless that has been done already; what was typed stays.
 * @returns once the form responds
 */
export function takeOver(form: HTMLFormElement): Promise<void> {
  const known = alive.get(form);
  if (known) return known;
  const place = form.closest('[data-newsletter]')!;
  const ready = new Promise<void>((resolve) => hydrateRoot(place, <Newsletter onReady={resolve} />));
  alive.set(form, ready);
  return ready;
}
