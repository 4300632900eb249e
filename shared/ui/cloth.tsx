import { memo, useId } from 'react';
import { styled } from 'styled-components';
import {
  FRINGE_REPEAT,
  liningPath,
  linings,
  LINING_WIDTH,
  patternIds,
  rectPath,
  weave,
  type ClothSpec,
  type WovenCloth,
} from '../theme/cloth/weave.ts';

/**
 * The box that crops a cloth. The drawing keeps its pixel size and stays centred, so that every thread lands on
 * whole pixels; a static position that follows the grid's alignment does it without knowing any width.
 */
export const ClothBox = styled.div<{ $middle?: boolean }>`
  position: relative;
  display: grid;
  align-items: ${({ $middle }) => ($middle ? 'center' : 'start')};
  overflow: hidden;
  forced-color-adjust: none;

  > svg { position: absolute; justify-self: center; max-width: none; }
`;

const woven = new WeakMap<ClothSpec, WovenCloth>();

/** A cloth that stays the same object is woven once; keep specs outside components or memoise them. */
function weaveOnce(spec: ClothSpec): WovenCloth {
  let cloth = woven.get(spec);
  if (!cloth) {
    cloth = weave(spec);
    woven.set(spec, cloth);
  }
  return cloth;
}

/**
 * Draws a cloth, filled with patterns that stand in the document once (`patterns.ts`). Decorative; place it directly in
 * a {@link ClothBox}.
 */
export const Cloth = memo(function Cloth({ spec }: { spec: ClothSpec }) {
  const id = useId();
  const cloth = weaveOnce(spec);
  const { width, body, fringe, lining } = cloth;
  const [x, y] = spec.offset ?? [0, 0];
  const whole = rectPath(0, 0, width, body);
  const { warp: plainWarp, weft: plainWeft } = patternIds(spec.sett);
  const warp = x ? `${id}a` : plainWarp;
  const weft = y ? `${id}b` : plainWeft;
  const hasOwnLining = spec.lining !== undefined || lining.width !== LINING_WIDTH;
  const liningId = hasOwnLining ? `${id}g` : `lining-${linings[spec.sett]}`;
  const threads = (
    <>
      <path fill={`url(#${warp})`} d={whole} />
      <path fill={`url(#${weft})`} d={whole} />
    </>
  );
  return (
    <svg
      width={spec.width}
      height={spec.height}
      viewBox={`0 0 ${width} ${cloth.height}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {x > 0 && <pattern id={warp} href={`#${plainWarp}`} x={x} />}
      {y > 0 && <pattern id={weft} href={`#${plainWeft}`} y={y} />}
      {spec.cut && hasOwnLining && (
        <pattern id={liningId} width="1" height="1" patternUnits="userSpaceOnUse">
          <path fill={`var(${lining.variable})`} d={liningPath(lining.width)} />
        </pattern>
      )}
      {spec.clip && (
        <clipPath id={`${id}c`}>
          <use href={`#${spec.clip.id}`} transform={spec.clip.transform} />
        </clipPath>
      )}
      {fringe && (
        <>
          <pattern id={`${id}f`} width={FRINGE_REPEAT} height={fringe.height} y={body} patternUnits="userSpaceOnUse">
            <path fill="var(--ground)" d={fringe.gaps} />
          </pattern>
          {/* A fraction of a thread short, so that no coloured line shows below the gaps. */}
          <path
            fill={`url(#${warp})`}
            d={rectPath(0, body, width, Number((fringe.height - 1 / spec.thread).toFixed(3)))}
          />
          <path fill={`url(#${id}f)`} d={rectPath(0, body, width, fringe.height)} />
        </>
      )}
      {/* Clipped together: at the edges of the outline the warp would shine through. */}
      {spec.clip ? <g clipPath={`url(#${id}c)`}>{threads}</g> : threads}
      {spec.cut && <Cut id={`${id}m`} path={spec.cut} fills={[warp, liningId]} repeat={spec.repeat} />}
      {spec.open && <path fill="var(--ground)" d={spec.open} />}
    </svg>
  );
});

interface CutProps extends Pick<ClothSpec, 'repeat'> {
  id: string;
  path: string;
  /** Ids of patterns, the lower one first. */
  fills: readonly [string, string];
}

/** Where the weft is gone: the warp again, and what shows between its threads. */
function Cut({ id, path, fills: [warp, lining], repeat }: CutProps) {
  if (!repeat) {
    return (
      <>
        <g fill={`url(#${warp})`}>
          <path id={id} d={path} />
        </g>
        <use href={`#${id}`} fill={`url(#${lining})`} />
      </>
    );
  }
  const { times, threads } = repeat;
  return (
    <>
      <defs>
        <path id={id} d={path} />
      </defs>
      {[warp, lining].flatMap((fill) =>
        Array.from({ length: times }, (_, index) => (
          <use key={fill + index} href={`#${id}`} x={index * threads || undefined} fill={`url(#${fill})`} />
        )),
      )}
    </>
  );
}
