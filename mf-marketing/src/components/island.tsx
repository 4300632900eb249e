import {
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { styled } from 'styled-components';
import { afterNextFrame } from 'shared/contracts/after-next-frame';
import { bringFocus } from 'shared/ui/bring-focus';
import { layOutWhenIdle } from './lay-out-when-idle.ts';

/** Events that show that a visitor is present. */
const signs = ['scroll', 'pointermove', 'touchstart', 'keydown'] as const;
/** Events that end a press. */
const ends = ['pointerup', 'pointercancel'] as const;
/** How near the visitor must come to the part. */
const NEAR = '600px 0px';
const focusable = 'a[href], button, [tabindex="0"]';
/** An empty text that Trusted Types accept without a policy. */
const nothing = { __html: (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '' };

const targetsIn = (box: Element) => [...box.querySelectorAll<HTMLElement>(focusable)];

/** Which of the targets is a button that something happens to; -1 for none. */
function buttonAt(box: Element, place: EventTarget): number {
  const target = (place as Element).closest<HTMLElement>(focusable);
  return !target || target instanceof HTMLAnchorElement ? -1 : targetsIn(box).indexOf(target);
}

/**
 * A section far from the window is neither laid out nor painted until the page is idle (decisions 097 and 159). Until
 * then it is assumed to be 200 px high, as the one after the first view is. Only with script: a contained section
 * begins on a whole pixel, and may be off by one.
 */
const Kept = styled.div`
  @media screen and (scripting: enabled) { content-visibility: auto; contain-intrinsic-block-size: auto 200px; }
`;

/** A section's heights. */
export interface Heights {
  /** On a phone of 390 px, in px. */
  phone: number;
  /** In a window of 1440 px, in px. */
  desktop: number;
}

/** One with known heights. A component of its own: it occurs only in the page's later part (decision 133). */
const KeptBelow = styled(Kept)<{ $heights: Heights }>`
  contain-intrinsic-block-size: auto ${({ $heights }) => $heights.phone}px;
  @media (min-width: 1024px) { contain-intrinsic-block-size: auto ${({ $heights }) => $heights.desktop}px; }
`;

function Room({ heights, ...props }: ComponentProps<typeof Kept> & { heights: Heights | undefined }) {
  return heights ? <KeptBelow $heights={heights} {...props} /> : <Kept {...props} />;
}

interface IslandProps {
  /** Fetches the code of the content. */
  load: () => Promise<unknown>;
  /** The lazy component of that same code. */
  content: ComponentType;
  /** The result of `useServed()`: the part waits only if this is true. */
  served: boolean;
  /** Whether it is the first one: styles that only it and what follows need may come later (decision 133). */
  isBelow?: boolean;
  /** The height that is assumed until it is laid out. */
  heights?: Heights;
}

/**
 * A part of a page that stays the server's markup until the visitor comes near. Only then is its code fetched, and
 * React renders it again in the same place (decision 017). Until then, and if the code does not arrive, its links work
 * as all links of the site do (`shared/contracts/links.ts`). A button that was pressed is pressed again once the code
 * has loaded.
 */
export function Island({ load, content: Content, served, isBelow, heights }: IslandProps) {
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
    // After the next frame, once it is laid out: if sections above are higher than was assumed, a browser keeps the
    // visitor's place by an element in view, which must not be replaced in the same frame.
    const observer = new IntersectionObserver(([change]) => change!.isIntersecting && afterNextFrame(wake), {
      rootMargin: NEAR,
    });
    // Taken now: leaving scrolls the page, and React takes the element away before the listeners.
    const element = box.current!;
    const begin = () => observer.observe(element);
    layOutWhenIdle(element);
    for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true });
    return () => {
      observer.disconnect();
      for (const sign of signs) removeEventListener(sign, begin);
    };
  }, [kept, wake]);

  // The markup has been replaced, so the focus returns to the same place.
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
    // A target that is none of these is a part of the page that a link led to.
    Object.assign(before.current, { focused, named: focused === -1 ? target.id : '' });
    afterNextFrame(wake);
  };
  const blur = () => {
    Object.assign(before.current, { focused: -1, named: '' });
  };
  const press = ({ target }: MouseEvent) => {
    const pressed = buttonAt(box.current!, target);
    if (pressed === -1) return;
    before.current.pressed = pressed;
    void wake();
  };
  // Of a press during which the button is replaced, no browser makes a click.
  const hold = ({ target }: PointerEvent) => {
    const held = buttonAt(box.current!, target);
    if (held === -1) return;
    const release = ({ type, target: place }: Event) => {
      for (const end of ends) removeEventListener(end, release);
      const button = (target as Element).isConnected || !box.current ? undefined : targetsIn(box.current)[held];
      if (type === 'pointerup' && button?.contains(place as Element)) button.click();
    };
    for (const end of ends) addEventListener(end, release);
  };

  if (!kept) {
    return (
      <div ref={box}>
        <Content />
      </div>
    );
  }
  if (import.meta.env.SSR) {
    return (
      <Room ref={box} heights={heights} data-static="" data-below={isBelow ? '' : undefined}>
        <Content />
      </Room>
    );
  }
  return (
    <Room
      key="kept"
      heights={heights}
      data-static=""
      data-below={isBelow ? '' : undefined}
      ref={box}
      suppressHydrationWarning
      dangerouslySetInnerHTML={nothing}
      onFocus={focus}
      onBlur={blur}
      onClick={press}
      onPointerDown={hold}
    />
  );
}
