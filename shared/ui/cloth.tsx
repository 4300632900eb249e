import { memo, useId } from 'react';
import { styled } from 'styled-components';
import {
  FRINGE_REPEAT,
  rectPath,
  weave,
  type ClothSpec,
  type ThreadPath,
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

const thread = (name: string): string => `var(--th-${name})`;

const stripe = ({ thread: name, path }: ThreadPath) => <path key={name} fill={thread(name)} d={path} />;

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

/** Draws a cloth. Decorative; place it directly in a {@link ClothBox}. */
export const Cloth = memo(function Cloth({ spec }: { spec: ClothSpec }) {
  const id = useId();
  const cloth = weaveOnce(spec);
  const { width, body, fringe } = cloth;
  const [x, y] = spec.offset ?? [0, 0];
  const whole = rectPath(0, 0, width, body);
  return (
    <svg
      width={spec.width}
      height={spec.height}
      viewBox={`0 0 ${width} ${cloth.height}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <pattern id={`${id}a`} width={cloth.warp.length} height="1" x={x} patternUnits="userSpaceOnUse">
          {cloth.warp.stripes.map(stripe)}
        </pattern>
        <pattern id={`${id}b`} width="2" height={cloth.weft.length} y={y} patternUnits="userSpaceOnUse">
          {cloth.weft.stripes.map(stripe)}
        </pattern>
        {spec.cut && (
          <>
            <pattern id={`${id}g`} width="1" height="1" patternUnits="userSpaceOnUse">
              <path fill={`var(${cloth.lining.variable})`} d={rectPath(0, 0, cloth.lining.width, 1)} />
            </pattern>
            <path id={`${id}m`} d={spec.cut} />
          </>
        )}
        {spec.clip && (
          <clipPath id={`${id}c`}>
            <path d={spec.clip.path} transform={spec.clip.transform} />
          </clipPath>
        )}
        {fringe && (
          <pattern id={`${id}f`} width={FRINGE_REPEAT} height={fringe.height} y={body} patternUnits="userSpaceOnUse">
            <path fill="var(--ground)" d={fringe.gaps} />
          </pattern>
        )}
      </defs>
      {fringe && (
        <>
          {/* A fraction of a thread short, so that no coloured line shows below the gaps. */}
          <path
            fill={`url(#${id}a)`}
            d={rectPath(0, body, width, Number((fringe.height - 1 / spec.thread).toFixed(3)))}
          />
          <path fill={`url(#${id}f)`} d={rectPath(0, body, width, fringe.height)} />
        </>
      )}
      <g clipPath={spec.clip && `url(#${id}c)`}>
        <path fill={`url(#${id}a)`} d={whole} />
        <path fill={`url(#${id}b)`} d={whole} />
      </g>
      {spec.cut &&
        ['a', 'g'].flatMap((fill) =>
          Array.from({ length: spec.repeat ?? 1 }, (_, index) => (
            <use
              key={fill + index}
              href={`#${id}m`}
              x={index * cloth.warp.length || undefined}
              fill={`url(#${id}${fill})`}
            />
          )),
        )}
      {spec.open && <path fill="var(--ground)" d={spec.open} />}
    </svg>
  );
});
