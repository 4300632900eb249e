import { memo, useId, useLayoutEffect } from 'react';
import { css, styled } from 'styled-components';
import { patternOf, threadColour } from '../theme/cloth/patterns.ts';
import {
  DOCUMENT_PATTERNS_ID,
  FRINGE_REPEAT,
  patternIds,
  rectPath,
  round,
  weave,
  type ClothSpec,
  type WovenCloth,
} from '../theme/cloth/weave.ts';

/** For the rules of a {@link Cloth}'s `<svg>`: attributes that its elements would otherwise repeat. */
export const drawnThreads = css`
  shape-rendering: crispEdges;
  rect { width: 100%; height: 100%; }
`;

/** What all boxes have in common, in its own class, so that a page has these rules only once. */
const Crop = styled.div`
  position: relative;
  display: grid;
  align-items: start;
  overflow: hidden;

  > svg { position: absolute; justify-self: center; max-width: none; ${drawnThreads} }
`;

/**
 * The box that crops a cloth. The drawing keeps its pixel size and stays centred, so that every thread lands on
 * whole pixels; a static position that follows the grid's alignment does it without knowing any width.
 */
export const ClothBox = styled(Crop)<{ $middle?: boolean }>`
  ${({ $middle }) => $middle && 'align-items: center;'}
`;

interface Repeats {
  /** The number of repeats, the distance from one to the next, and the width of one; lengths in px. */
  times: number;
  step: number;
  width: number;
}

/** For the box of a cloth whose cut is repeated: shows as many as it has room for, and cuts none off. */
export const wholeRepeats = ({ times, step, width }: Repeats) => css`
  container-type: inline-size;

  ${Array.from({ length: (times - 1) / 2 }, (_, pair) => {
    const room = step * 2 * (pair + 1) + width;
    return `@container (width < ${room}px) { use:nth-of-type(n + ${pair * 2 + 1}) { display: none; } }`;
  }).join('\n')}
`;

const woven = new WeakMap<ClothSpec, WovenCloth>();

/** A spec that stays the same object is woven only once: keep specs outside components or memoise them. */
function weaveOnce(spec: ClothSpec): WovenCloth {
  let cloth = woven.get(spec);
  if (!cloth) {
    cloth = weave(spec);
    woven.set(spec, cloth);
  }
  return cloth;
}

/** Adds patterns that the document lacks: the server gave it only those of the page that it rendered. */
function providePatterns(ids: string[]): void {
  const place = document.getElementById(DOCUMENT_PATTERNS_ID);
  for (const id of ids) {
    const pattern = document.getElementById(id) ? undefined : patternOf(id);
    if (!pattern || !place) continue;
    const { stripes, ...attributes } = pattern;
    const paths = stripes.map(({ thread, path }) => element('path', { stroke: threadColour(thread), d: path }));
    place.append(element('pattern', { id, ...attributes, patternUnits: 'userSpaceOnUse' }, paths));
  }
}

function element(name: string, attributes: Record<string, string | number>, children: Element[] = []): Element {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  made.append(...children);
  return made;
}

/**
 * Draws a cloth, filled with patterns that are in the document once (`patterns.ts`). Decorative; place it directly in
 * a {@link ClothBox}, or give its `<svg>` {@link drawnThreads}: without them its threads have no size.
 */
export const Cloth = memo(function Cloth({ spec }: { spec: ClothSpec }) {
  const id = useId();
  const cloth = weaveOnce(spec);
  const { width, body, fringe, lining } = cloth;
  const [x, y] = spec.offset ?? [0, 0];
  const plain = patternIds(spec.sett, lining);
  const warp = x ? `${id}a` : plain.warp;
  const weft = y ? `${id}b` : plain.weft;
  // What is behind a cloth differs from place to place, so its colour is known there only.
  const showsPage = spec.lining === 'page';
  const liningId = showsPage ? `${id}g` : plain.lining;
  useLayoutEffect(() => providePatterns(Object.values(plain)));
  const threads = fringe ? (
    <>
      {/* A fraction of a thread short, so that no coloured line shows below the gaps. */}
      <path fill={`url(#${warp})`} d={rectPath(0, 0, width, round(cloth.height - 1 / spec.thread))} />
      <path fill={`url(#${weft})`} d={rectPath(0, 0, width, body)} />
      <path fill={`url(#${id}f)`} d={rectPath(0, body, width, fringe.height)} />
    </>
  ) : (
    <>
      <rect fill={`url(#${warp})`} />
      <rect fill={`url(#${weft})`} />
    </>
  );
  return (
    <svg width={spec.width} height={spec.height} viewBox={`0 0 ${width} ${cloth.height}`} aria-hidden="true">
      {x > 0 && <pattern id={warp} href={`#${plain.warp}`} x={x} />}
      {y > 0 && <pattern id={weft} href={`#${plain.weft}`} y={y} />}
      {spec.cut && showsPage && (
        <pattern id={liningId} width="1" height="1" patternUnits="userSpaceOnUse">
          <path fill="var(--ground)" d={rectPath(0, 0, lining.width, 1)} />
        </pattern>
      )}
      {spec.clip && (
        <clipPath id={`${id}c`}>
          <use href={`#${spec.clip.id}`} transform={spec.clip.transform} />
        </clipPath>
      )}
      {fringe && (
        <pattern id={`${id}f`} width={FRINGE_REPEAT} height={fringe.height} y={body} patternUnits="userSpaceOnUse">
          {spec.gaps ? (
            <use href={`#${spec.gaps}`} fill="var(--ground)" />
          ) : (
            <path fill="var(--ground)" d={fringe.gaps} />
          )}
        </pattern>
      )}
      {/* Clipped as a group: otherwise the warp would shine through at the edges of the outline. */}
      {spec.clip ? <g clipPath={`url(#${id}c)`}>{threads}</g> : threads}
      {(spec.cut || spec.drawn) && <Cut id={`${id}m`} spec={spec} fills={[warp, liningId]} />}
      {spec.open && <path fill="var(--ground)" d={spec.open} />}
    </svg>
  );
});

interface CutProps {
  id: string;
  spec: ClothSpec;
  /** Ids of patterns, the lower one first. */
  fills: readonly [string, string];
}

/** Where the weft is gone: the warp again, and what shows between its threads. */
function Cut({ id, spec: { cut, drawn, repeat }, fills }: CutProps) {
  if (!repeat && !drawn) {
    const [warp, lining] = fills;
    return (
      <>
        <g fill={`url(#${warp})`}>
          <path id={id} d={cut} />
        </g>
        <use href={`#${id}`} fill={`url(#${lining})`} />
      </>
    );
  }
  // Clipped, not moved: otherwise the threads would move along. From the middle outwards, as wholeRepeats() counts.
  return (
    <>
      <clipPath id={`${id}r`}>
        {cut && <path id={id} d={cut} />}
        {repeat &&
          Array.from({ length: repeat.times - 1 }, (_, index) => (
            <use key={index} href={`#${id}`} x={repeat.step * (Math.trunc(index / 2) + 1) * (index % 2 ? -1 : 1)} />
          ))}
        {drawn?.map(({ id: drawing, x, y }) => (
          <use key={`${drawing} ${x}`} href={`#${drawing}`} x={x} y={y} />
        ))}
      </clipPath>
      <g clipPath={`url(#${id}r)`}>
        {fills.map((fill) => (
          <rect key={fill} fill={`url(#${fill})`} />
        ))}
      </g>
    </>
  );
}
