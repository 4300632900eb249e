/** All of this area's drawings, separate from its pages: a browser that was sent the page does not need this code. */
import { useMemo } from 'react';
import { css, styled } from 'styled-components';
import { motifOf } from 'shared/content/articles';
import { avatarCloth, COVER_STEP, coverCloth } from 'shared/theme/cloth/generated';
import { loom } from 'shared/theme/cloth/state-drawings';
import { centred, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox, wholeRepeats } from 'shared/ui/cloth';
import { stateCloth, StateDrawing } from 'shared/ui/state-drawing';

export { NotFoundDrawing } from 'shared/ui/state-drawing';

const coverSizes = {
  /** 216 px high. */
  card: { width: 648, height: 216 },
  /** In a list: 150 px high, with a finer thread, and a finer one still in the square that fits on a phone. */
  row: { width: 432, height: 152, thread: 4 },
  /** Beside the text of the post that a page begins with. */
  feature: { width: 960, height: 438, fringe: 30 },
  /** Across the whole page. */
  band: { width: 2880, height: 378, fringe: 30, repeat: { times: 11, step: COVER_STEP } },
} as const;

export type CoverSize = keyof typeof coverSizes;

const wholeBand = wholeRepeats({ times: coverSizes.band.repeat.times, step: 6 * COVER_STEP, width: 180 });

/* Three pixels per thread, instead of four. */
const finerInSquare = css`
  container-type: size;

  @container (height < 150px) { svg { width: 324px; height: 114px; } }
`;

const Fill = styled(ClothBox)<{ $size?: CoverSize }>`
  height: 100%;

  ${({ $size }) => $size === 'band' && wholeBand}
  ${({ $size }) => $size === 'row' && finerInSquare}
`;

export function CoverDrawing({ seed, size }: { seed: string; size: CoverSize }) {
  return (
    <Fill $middle={size !== 'card'} $size={size}>
      <Cloth spec={coverCloth(seed, coverSizes[size], motifOf(seed))} />
    </Fill>
  );
}

export function AvatarDrawing({ name }: { name: string }) {
  const spec = useMemo(() => avatarCloth(name), [name]);
  return (
    <Fill>
      <Cloth spec={spec} />
    </Fill>
  );
}

const plain: ClothSpec = { sett: 'nightferry', ...stateCloth };
const threaded: ClothSpec = { ...plain, cut: centred(loom(), plain) };

/** A loom, threaded and barely begun. */
export function LoomDrawing() {
  return (
    <StateDrawing>
      <Cloth spec={threaded} />
    </StateDrawing>
  );
}
