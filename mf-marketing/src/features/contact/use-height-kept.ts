import { useLayoutEffect, useRef } from 'react';

/**
 * @param content what is in a place, if anything
 * @returns the place's ref. It stays as high as it was when its content goes: what is below must not move of its own
 *   accord, since the visitor may be about to press it
 */
export function useHeightKept(content: unknown) {
  const place = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    const element = place.current!;
    element.style.minHeight = content === undefined ? `${height.current}px` : '';
    if (content !== undefined) height.current = element.getBoundingClientRect().height;
  }, [content]);
  return place;
}
