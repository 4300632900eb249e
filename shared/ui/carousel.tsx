import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { OutlinedIconButton } from './button.tsx';
import { ArrowIcon, BackIcon } from './icons.tsx';
import { SectionHead } from './layout.tsx';

/** How many slides fit beside each other. A part of one shows that there is more. */
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
    grid-template-columns: minmax(0, 1fr);
    padding: 8px calc(var(--gap) / 2);
    scroll-snap-align: start;
  }

  @media (scripting: enabled) { scrollbar-width: none; }
  @media (min-width: 464px) { > div { flex-basis: ${({ $perView }) => 100 / $perView.tablet}%; } }
  @media (min-width: 1024px) { > div { flex-basis: ${({ $perView }) => 100 / $perView.desktop}%; } }
`;

/** From the specification. */
const SLIDE = { duration: 500, easing: 'cubic-bezier(.6,0,.1,1)' };

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
  const [isFirst, setIsFirst] = useState(true);
  const [news, setNews] = useState('');

  useEffect(() => {
    const slides = [...track.current!.children] as HTMLElement[];
    const observer = new IntersectionObserver(
      (changes) => {
        // What cannot be read whole is out of reach; a slide that is half there counts as away.
        for (const { target, intersectionRatio } of changes) (target as HTMLElement).inert = intersectionRatio < 0.6;
        setIsFirst(!slides[0]!.inert);
      },
      { root: track.current, threshold: 0.6 },
    );
    for (const slide of slides) observer.observe(slide);
    return () => observer.disconnect();
  });

  function move(step: 1 | -1) {
    const row = track.current!;
    const slides = [...row.children] as HTMLElement[];
    const now = slides.findIndex(({ inert }) => !inert);
    const next = step > 0 && !slides.at(-1)!.inert ? 0 : now + step;
    const before = row.scrollLeft;
    row.scrollLeft = slides[next]!.offsetLeft - slides[0]!.offsetLeft;
    setNews(`${next + 1} of ${slides.length}`);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // The row is there at once and its slides catch up: exact time, the browser's own easing, no fight with snapping.
    const travel = { transform: [`translateX(${row.scrollLeft - before}px)`, 'none'] };
    for (const { firstElementChild } of slides) firstElementChild?.animate(travel, SLIDE);
  }

  return (
    <div role="group" aria-roledescription="carousel" aria-label={label}>
      <SectionHead>
        {heading}
        <Controls>
          <OutlinedIconButton type="button" aria-label="Previous slide" disabled={isFirst} onClick={() => move(-1)}>
            <BackIcon />
          </OutlinedIconButton>
          <OutlinedIconButton type="button" aria-label="Next slide" onClick={() => move(1)}>
            <ArrowIcon />
          </OutlinedIconButton>
        </Controls>
      </SectionHead>
      <span className="visually-hidden" role="status">
        {news}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll it */}
      <Track ref={track} $perView={perView} role="group" aria-label={`${label}, slides`} tabIndex={0}>
        {children.map((slide, index) => (
          <div key={index} role="group" aria-roledescription="slide" aria-label={`${index + 1} of ${children.length}`}>
            {slide}
          </div>
        ))}
      </Track>
    </div>
  );
}
