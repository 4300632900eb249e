import { useState, type FormEvent } from 'react';
import { useActionData, useLocation, useRevalidator } from 'react-router-dom';
import { SESSION_CHANGED } from 'shared/contracts/later-choice';
import type { ReferralData } from './referral.loader.ts';
import { perform, wishOf, WISHED, type Wish, type WishResult } from './wish.ts';

type Overview = ReferralData['overview'];

/** Takes over the page's forms, so that the page stays and shows the result. @param overview what the visitor has */
export function useWish(overview: Overview) {
  const first = useActionData() as WishResult | undefined;
  const wished = wishOf(new URLSearchParams(useLocation().search).get(WISHED));
  const cameTrue = wished && had(wished, overview) > 0 ? { wish: wished, status: 200 } : undefined;
  const [result, setResult] = useState<WishResult | undefined>(first ?? cameTrue);
  const [before, setBefore] = useState(overview);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();
  // While nothing can be read, the button of a wish that failed stays, and the focus with it.
  const shown = overview === undefined && (busy || result?.refused) ? before : overview;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const wish = wishOf((submitter as HTMLButtonElement | null)?.value);
    if (!wish || busy) return;
    setBusy(true);
    setResult(undefined);
    setBefore(shown);
    const performed = await perform(wish, new FormData(event.currentTarget));
    // Nobody is logged in any more, or another member is: the header shows that, too.
    if ([401, 409].includes(performed.status)) {
      setBefore(undefined);
      dispatchEvent(new Event(SESSION_CHANGED));
    }
    await revalidate();
    setResult(performed);
    setBusy(false);
  };

  return { result: result && settled(result, before, overview), busy, submit, overview: shown };
}

/** If the answer was lost, what is stored now tells whether the wish came true. */
function settled(result: WishResult, before: Overview, now: Overview): WishResult {
  const { wish, status } = result;
  return status >= 500 && had(wish, now) > had(wish, before) ? { wish, status: 200 } : result;
}

const had = (wish: Wish, overview: Overview): number =>
  wish === 'link' ? Number(Boolean(overview?.code)) : (overview?.redemptions.length ?? 0);
