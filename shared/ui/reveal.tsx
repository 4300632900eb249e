import { useEffect, useRef, type ComponentProps } from 'react';

const RISE = { opacity: [0, 1], transform: ['translateY(20px)', 'none'] };
const TIMING = { duration: 500, easing: 'cubic-bezier(.2,.7,.2,1)', fill: 'backwards' } as const;

/**
 * Rises into view, once. Nothing is hidden before the visitor begins to scroll: without script, in print and in
 * screenshots of the whole page the content is simply there.
 */
export function Reveal({ as: Element = 'div', ...rest }: { as?: 'div' | 'header' | 'li' } & ComponentProps<'div'>) {
  const ref = useRef<HTMLElement>(null);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    let rise: Animation | undefined;
    const observer = new IntersectionObserver(
      ([change]) => {
        const { isIntersecting, boundingClientRect, target } = change!;
        if (!isIntersecting && boundingClientRect.top >= innerHeight) {
          rise ??= target.animate(RISE, TIMING);
          rise.pause();
        } else {
          observer.disconnect();
          rise?.play();
        }
      },
      { rootMargin: '0px 0px -8% 0px' },
    );
    // Taken now: leaving scrolls the page, and React takes the element away before the listener.
    const element = ref.current!;
    const arm = () => observer.observe(element);
    const show = () => rise?.finish();
    addEventListener('scroll', arm, { once: true, passive: true });
    addEventListener('beforeprint', show);
    return () => {
      removeEventListener('scroll', arm);
      removeEventListener('beforeprint', show);
      observer.disconnect();
      show();
    };
  }, []);

  return <Element {...(rest as object)} ref={ref as never} />;
}
