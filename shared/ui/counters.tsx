import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';

const Row = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--gap);

  /* No narrower than the longest word. */
  li { flex: 1; color: var(--mark); --second: var(--th-madder); --thread: var(--th-marigold); }
  li:nth-child(3n + 2) { flex-grow: 1.35; color: var(--th-blush); --thread: var(--th-blush); }
  li:nth-child(3n) { color: var(--on-band); --second: var(--th-indigo); --thread: var(--th-cotton); }

  [aria-hidden] {
    display: block;
    font: 800 min(var(--t-figure), 14vw) / .85 var(--f-display);
    font-variant-numeric: tabular-nums;
    letter-spacing: -.03em;
  }
  svg {
    margin-top: 22px;
    background:
      conic-gradient(var(--second) 25%, var(--thread) 0 50%, var(--second) 0 75%, var(--thread) 0) 0 0 / 8px 8px;
    forced-color-adjust: none;
  }
  p { margin-top: 16px; color: var(--on-band-2); font-size: var(--t-lead); line-height: 1.35; }

  @media (max-width: 639.98px) { p { font-size: var(--t-small); } }
`;

/** From the specification: one more every 200 ms. */
const TICK_MS = 200;

/**
 * Figures that count up to their target once they are in view, each with a thread that grows along. For a `band`.
 * The server writes the targets, assistive technology reads nothing else, and with reduced motion they stay.
 */
export function Counters({ items }: { items: readonly { target: number; suffix?: string; label: string }[] }) {
  const row = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(Infinity);
  const last = Math.max(...items.map(({ target }) => target));

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const observer = new IntersectionObserver(
      ([change]) => {
        if (!change?.isIntersecting) return;
        observer.disconnect();
        let reached = 0;
        setCount(reached);
        timer = setInterval(() => {
          setCount(++reached);
          if (reached >= last) clearInterval(timer);
        }, TICK_MS);
      },
      { threshold: 0.3 },
    );
    observer.observe(row.current!);
    return () => {
      observer.disconnect();
      clearInterval(timer);
    };
  }, [last]);

  return (
    <Row ref={row} role="list">
      {items.map(({ target, suffix = '', label }) => {
        const shown = Math.min(count, target);
        return (
          <li key={label}>
            {/* One text: a separate suffix would shift while the figure grows. */}
            <span aria-hidden="true">{`${shown}${suffix}`}</span>
            <span className="visually-hidden">
              {target}
              {suffix}
            </span>
            <svg width={Math.max(shown, 1) * 16} height="8" aria-hidden="true" />
            <p>{label}</p>
          </li>
        );
      })}
    </Row>
  );
}
