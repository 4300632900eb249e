import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { afterNextFrame } from '../contracts/after-next-frame.ts';
import { isShortcut } from './arrow-keys.tsx';
import { OutlinedIconButton } from './button.tsx';
import { ArrowIcon, BackIcon } from './icons.tsx';
import { keepPlace, placeKept } from './kept-place.ts';
import { SectionHead } from './layout.tsx';

/** How many slides fit beside each other. A fraction of a slide shows that there is more. */
interface PerView {
  phone: number;
  tablet: number;
  desktop: number;
}

const Controls = styled.div`
  display: flex;
  gap: 8px;

  @media (scripting: none) { display: none; }
`;

/* Where a part of a slide is shown on a phone, it reaches the edge of the screen. */
const toTheEdge = css`
  @media (max-width: 463.98px) {
    margin-inline: calc(-1 * var(--gutter));
    padding-inline: calc(var(--gutter) - var(--gap) / 2);
    scroll-padding-inline: calc(var(--gutter) - var(--gap) / 2);
  }
`;

/* Wider than its column by the space at both sides of a slide. */
const Track = styled.div<{ $perView: PerView }>`
  display: flex;
  margin: -8px calc(var(--gap) / -2);
  overflow: auto hidden;
  overscroll-behavior-x: contain;
  scroll-snap-type: x mandatory;

  > div {
    display: grid;
    flex: 0 0 ${({ $perView }) => 100 / $perView.phone}%;
    /* With large letters, a slide keeps room for its words. */
    min-width: min(100%, 9rem);
    grid-template-columns: minmax(0, 1fr);
    padding: 8px calc(var(--gap) / 2);
    scroll-snap-align: start;
  }

  &[data-dragged] { scroll-snap-type: none; cursor: grabbing; user-select: none; }
  ${({ $perView }) => $perView.phone % 1 > 0 && toTheEdge}

  @media (scripting: enabled) { scrollbar-width: none; }
  @media print {
    flex-wrap: wrap;
    overflow: visible;
    > div { break-inside: avoid; }
  }
  @media (min-width: 464px) { > div { flex-basis: ${({ $perView }) => 100 / $perView.tablet}%; } }
  @media (min-width: 1024px) { > div { flex-basis: ${({ $perView }) => 100 / $perView.desktop}%; } }
`;

/** From the specification. */
const SLIDE = { duration: 500, easing: 'cubic-bezier(.6,0,.1,1)' };

/** How many px a row's place may differ from the slide that it shows: browsers round both, Safari to whole px. */
const ROUNDED_PX = 3;

/** How much of a slide must be visible: otherwise it counts as hidden. */
const VISIBLE = 0.6;

/** How many px a mouse must move before that is a drag, and not a press on what is under it. */
const DRAG_PX = 6;

/** How far the row is scrolled where each slide comes first. */
const offsetsOf = (slides: readonly HTMLElement[]) => slides.map((slide) => slide.offsetLeft - slides[0]!.offsetLeft);

/** Lets a row that was dragged come to rest at the next slide in the direction of the drag. */
function settle(row: HTMLElement, onward: boolean): void {
  const slides = [...row.children] as HTMLElement[];
  const offsets = offsetsOf(slides);
  const now = row.scrollLeft;
  const next = onward ? offsets.find((offset) => offset >= now) : offsets.findLast((offset) => offset <= now);
  const left = Math.min(next ?? now, row.scrollWidth - row.clientWidth);
  const rest = () => delete row.dataset['dragged'];
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  row.scrollTo({ left, behavior: isCalm ? 'instant' : 'smooth' });
  if (isCalm || Math.abs(left - now) < 1) rest();
  else row.addEventListener('scrollend', rest, { once: true });
}

interface CarouselProps {
  /** What the slides are, for assistive technology. */
  label: string;
  heading: ReactNode;
  perView: PerView;
  children: ReactNode[];
}

/**
 * Slides in a row that a visitor swipes, scrolls, or moves with two buttons; after the last one the row begins again.
 * It is a scroll container with snap points (decision 013): without script it is simply scrolled.
 */
export function Carousel({ label, heading, perView, children }: CarouselProps) {
  const track = useRef<HTMLDivElement>(null);
  const onward = useRef<HTMLButtonElement>(null);
  const [isFirst, setIsFirst] = useState(true);
  const [news, setNews] = useState('');

  useEffect(() => {
    const slides = [...track.current!.children] as HTMLElement[];
    let first = placeKept<number>(label) ?? 0;
    if (first > 0) track.current!.scrollLeft = offsetsOf(slides)[first] ?? 0;
    const observer = new IntersectionObserver(
      (changes) => {
        // A slide that cannot be read whole is out of reach.
        for (const { target, intersectionRatio } of changes)
          (target as HTMLElement).inert = intersectionRatio < VISIBLE;
        setIsFirst(!slides[0]!.inert);
        const before = first;
        first = Math.max(
          0,
          slides.findIndex((slide) => !slide.inert),
        );
        if (first !== before) keepPlace(label, first);
      },
      { root: track.current, threshold: VISIBLE },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
    // Once: a new observer would look at all slides again, and the number of slides never changes.
  }, [label]);

  /**
   * Waits, because moving makes the slides layers of their own, which would have to be drawn before a frame that shows
   * the press.
   */
  const move = (step: 1 | -1) => afterNextFrame(() => moveNow(step));

  function moveNow(step: 1 | -1) {
    const row = track.current;
    if (!row) return;
    const slides = [...row.children] as HTMLElement[];
    const offsets = offsetsOf(slides);
    const before = row.scrollLeft;
    // By their places: a row that is moving may show no slide enough to count, and who was quick is not observed yet.
    const now = offsets.findIndex((offset) => offset > before - ROUNDED_PX);
    const isEnd = offsets.at(-1)! + slides.at(-1)!.offsetWidth * VISIBLE < before + row.clientWidth;
    const next = step > 0 && isEnd ? 0 : now + step;
    // Back at the first slide, the button that led there is disabled and would lose the focus.
    if (next === 0 && step < 0) onward.current!.focus({ preventScroll: true });
    row.scrollLeft = offsets[next]!;
    setNews(`${next + 1} of ${slides.length}`);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // The row jumps at once and its slides catch up: exact timing, the browser's own easing, no conflict with snapping.
    const travel = { transform: [`translateX(${row.scrollLeft - before}px)`, 'none'] };
    for (const { firstElementChild } of slides) firstElementChild?.animate(travel, SLIDE);
  }

  function moveByKey(event: KeyboardEvent) {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[event.key];
    if (!step || isShortcut(event) || (step < 0 && isFirst)) return;
    event.preventDefault();
    move(step);
  }

  /** A mouse drags the row along, like a finger; fingers have the browser's own scrolling. */
  function drag({ pointerType, button, clientX: from, currentTarget: row, target }: PointerEvent<HTMLElement>) {
    if (pointerType !== 'mouse' || button !== 0) return;
    const before = row.scrollLeft;
    const over = new AbortController();
    const { signal } = over;
    const prevent = (event: Event) => event.preventDefault();

    const follow = ({ clientX }: globalThis.PointerEvent) => {
      if (!('dragged' in row.dataset) && Math.abs(clientX - from) < DRAG_PX) return;
      row.dataset['dragged'] = '';
      row.scrollLeft = before + from - clientX;
    };
    const release = ({ clientX }: globalThis.PointerEvent) => {
      over.abort();
      if (!('dragged' in row.dataset)) return;
      // A drag is no press on what was under the mouse.
      target.addEventListener('click', prevent, true);
      setTimeout(() => target.removeEventListener('click', prevent, true));
      settle(row, clientX < from);
    };
    row.addEventListener('selectstart', prevent, { signal });
    row.addEventListener('dragstart', prevent, { signal });
    addEventListener('pointermove', follow, { signal });
    addEventListener('pointerup', release, { signal });
    addEventListener('pointercancel', release, { signal });
  }

  return (
    <div role="group" aria-roledescription="carousel" aria-label={label}>
      <SectionHead>
        {heading}
        <Controls role="group" aria-label={`${label}, controls`} onKeyDown={moveByKey}>
          <OutlinedIconButton type="button" aria-label="Previous slide" disabled={isFirst} onClick={() => move(-1)}>
            <BackIcon />
          </OutlinedIconButton>
          <OutlinedIconButton ref={onward} type="button" aria-label="Next slide" onClick={() => move(1)}>
            <ArrowIcon />
          </OutlinedIconButton>
        </Controls>
      </SectionHead>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <Track
        ref={track}
        $perView={perView}
        role="group"
        aria-label={`${label}, slides`}
        tabIndex={0}
        onPointerDown={drag}
      >
        {children.map((slide, index) => (
          <div key={index} role="group" aria-roledescription="slide" aria-label={`${index + 1} of ${children.length}`}>
            {slide}
          </div>
        ))}
      </Track>
    </div>
  );
}
