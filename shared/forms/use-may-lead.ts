import { useEffect, useRef } from 'react';
import { MAY_LEAD } from '../contracts/later-choice.ts';

/**
 * @returns whether the answer to what was sent may lead to another page: not if the visitor has left this one in the
 * meantime, and may be typing elsewhere, or is on the way
 */
export function useMayLead(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current && dispatchEvent(new Event(MAY_LEAD, { cancelable: true }));
}
