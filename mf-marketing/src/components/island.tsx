import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type FocusEvent,
  type MouseEvent,
} from 'react';
import { styled } from 'styled-components';
import { afterNextFrame } from 'shared/contracts/after-next-frame';
import { bringFocus } from 'shared/ui/bring-focus';

/** Events that show that a visitor is there. */
const signs = ['scroll', 'pointermove', 'touchstart', 'keydown'] as const;
/** How near the visitor must come. */
const NEAR = '600px 0px';
const focusable = 'a[href], button, [tabindex="0"]';
/** Trusted Types accept it without a policy. */
const nothing = { __html: (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '' };

const targetsIn = (box: Element) => [...box.querySelectorAll<HTMLElement>(focusable)];

/**
 * A section far from the window is neither laid out nor painted (decision 097). Its height is the sections' average
 * until the browser has seen it. Only with script: contained like this, it begins on a whole pixel, and may be off by
 * one.
 */
const Kept = styled.div`
  @media screen and (scripting: enabled) { content-visibility: auto; contain-intrinsic-block-size: auto 560px; }
  @media screen and (scripting: enabled) and (min-width: 1024px) { contain-intrinsic-block-size: auto 640px; }
`;

interface IslandProps {
  /** Fetches the code of the content. */
  load: () => Promise<unknown>;
  /** Lazy, and made of the same code. */
  content: ComponentType;
  /** From `useServed()`: only then does it wait. */
  served: boolean;
  /** The first one: what only it and what follows need of styles may come later (decision 133). */
  isBelow?: boolean;
}

/**
 * A part of a page that stays the server's markup until the visitor comes near: its code is fetched then, and React
 * renders it anew in the same place (decision 017). Until then, and when the code does not come, its links work as all
 * links of the site do (`shell/src/static-links.ts`), and a button that was pressed is pressed again once the code is
 * there.
 */
export function Island({ load, content: Content, served, isBelow }: IslandProps) {
  const [kept, setKept] = useState(served);
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ focused: -1, pressed: -1, named: '' });

  const wake = useCallback(
    () =>
      load().then(
        () => startTransition(() => setKept(false)),
        () => {},
      ),
    [load],
  );

  useEffect(() => {
    if (!kept) return undefined;
    // Once it is laid out: where sections above are higher than they were taken to be, a browser keeps the visitor's
    // place by something that it shows, which must not be replaced in the same frame.
    const observer = new IntersectionObserver(([change]) => change!.isIntersecting && afterNextFrame(wake), {
      rootMargin: NEAR,
    });
    const begin = () => observer.observe(box.current!);
    for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true });
    return () => {
      observer.disconnect();
      for (const sign of signs) removeEventListener(sign, begin);
    };
  }, [kept, wake]);

  // The markup is replaced: the focus returns to the same place.
  useLayoutEffect(() => {
    if (kept) return;
    const { focused, pressed, named } = before.current;
    const targets = targetsIn(box.current!);
    if (named) bringFocus(document.getElementById(named));
    targets[focused]?.focus({ preventScroll: true });
    targets[pressed]?.click();
  }, [kept]);

  const focus = ({ target }: FocusEvent<HTMLElement>) => {
    const focused = targetsIn(box.current!).indexOf(target);
    // What is none of them is a part of the page that a link led to.
    Object.assign(before.current, { focused, named: focused === -1 ? target.id : '' });
    afterNextFrame(wake);
  };
  const blur = () => {
    Object.assign(before.current, { focused: -1, named: '' });
  };
  const press = (event: MouseEvent) => {
    const target = (event.target as Element).closest<HTMLElement>(focusable);
    if (!target || target instanceof HTMLAnchorElement) return;
    before.current.pressed = targetsIn(box.current!).indexOf(target);
    void wake();
  };

  if (import.meta.env.SSR || !kept) {
    const Box = kept ? Kept : 'div';
    return (
      <Box ref={box} data-static={kept ? '' : undefined} data-below={isBelow && kept ? '' : undefined}>
        <Content />
      </Box>
    );
  }
  return (
    <Kept
      key="kept"
      data-static=""
      data-below={isBelow ? '' : undefined}
      ref={box}
      suppressHydrationWarning
      dangerouslySetInnerHTML={nothing}
      onFocus={focus}
      onBlur={blur}
      onClick={press}
    />
  );
}
