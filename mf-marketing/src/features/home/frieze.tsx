import { keyframes, styled } from 'styled-components';
import { friezeDrawings } from 'shared/theme/cloth/service-drawings';
import { drawingId, SWATCH_GAPS_ID, swatchGaps } from 'shared/theme/cloth/swatches';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const row = friezeDrawings();
const outlines = new Map(row.map(({ name, drawing }) => [drawingId(name), drawing.path()])).set(
  SWATCH_GAPS_ID,
  swatchGaps(),
);

const spec: ClothSpec = {
  sett: 'harmattan',
  width: 2880,
  height: 420,
  thread: 6,
  fringe: 36,
  drawn: row.map(({ name, x, y }) => ({ id: drawingId(name), x, y })),
};

const weave = keyframes`
  from { clip-path: inset(0 0 100% 0); }
  to { clip-path: inset(0); }
`;

const Box = styled(ClothBox)`
  height: 420px;

  > svg { animation: ${weave} 900ms steps(30, end) backwards; }
`;

/** The services cut out of one cloth, with the browser in the middle. All cut-outs of the page use these outlines. */
export function Frieze() {
  return (
    <Box>
      <svg width="0" height="0" aria-hidden="true">
        {[...outlines].map(([id, path]) => (
          <path key={id} id={id} d={path} />
        ))}
      </svg>
      <Cloth spec={spec} />
    </Box>
  );
}
