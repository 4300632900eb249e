import { useState, type FormEvent } from 'react';
import { useActionData, useRevalidator } from 'react-router-dom';
import { perform, wishOf, type WishResult } from './wish.ts';

/** Takes over the page's forms, so that the page stays and shows the result. */
export function useWish() {
  const first = useActionData() as WishResult | undefined;
  const [result, setResult] = useState(first);
  const [busy, setBusy] = useState(false);
  const { revalidate } = useRevalidator();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const wish = wishOf((submitter as HTMLButtonElement | null)?.value);
    if (!wish || busy) return;
    setBusy(true);
    setResult(undefined);
    const performed = await perform(wish);
    await revalidate();
    setResult(performed);
    setBusy(false);
  };

  return { result, busy, submit };
}
