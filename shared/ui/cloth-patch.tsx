import { useId } from 'react';
import type { ClothSpec } from '../theme/cloth/weave.ts';

/**
 * Pictures of cotton threads on ink, laid over a cloth of the same size. Decorative; stands beside the cloth in its box.
 * @param path in thread units
 */
export function ClothPatch({ cloth: { width, height, thread }, path }: { cloth: ClothSpec; path: string }) {
  const id = useId();
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width / thread} ${height / thread}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <pattern id={id} width="1" height="1" patternUnits="userSpaceOnUse">
        <path fill="var(--th-cotton)" d="M0 0h.75v1H0z" />
      </pattern>
      <path fill="var(--th-ink)" d={path} />
      <path fill={`url(#${id})`} d={path} />
    </svg>
  );
}
