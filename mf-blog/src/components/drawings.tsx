/** All that is drawn in this area, apart from its pages: code that a browser which got the page needs no more. */
import { useMemo } from 'react';
import { styled } from 'styled-components';
import { avatarCloth, coverCloth } from 'shared/theme/cloth/generated';
import { loom } from 'shared/theme/cloth/state-drawings';
import { centred, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { stateCloth, StateDrawing } from 'shared/ui/state-drawing';

export { NotFoundDrawing } from 'shared/ui/state-drawing';

export interface CoverSize {
  width: number;
  height: number;
  fringe?: number;
  /** Cropped around its middle, not from its top. */
  middle?: boolean;
}

const Fill = styled(ClothBox)`
  height: 100%;
`;

function Drawing({ spec, middle }: { spec: ClothSpec; middle?: boolean }) {
  return (
    <Fill $middle={middle}>
      <Cloth spec={spec} />
    </Fill>
  );
}

export function CoverDrawing({ seed, middle, ...size }: { seed: string } & CoverSize) {
  const { width, height, fringe } = size;
  return (
    <Drawing
      spec={useMemo(() => coverCloth(seed, { width, height, fringe }), [seed, width, height, fringe])}
      middle={middle}
    />
  );
}

export function AvatarDrawing({ name }: { name: string }) {
  return <Drawing spec={useMemo(() => avatarCloth(name), [name])} />;
}

const plain: ClothSpec = { sett: 'nightferry', ...stateCloth };
const threaded: ClothSpec = { ...plain, cut: centred(loom(), plain) };

/** A loom, threaded and hardly begun. */
export function LoomDrawing() {
  return (
    <StateDrawing>
      <Cloth spec={threaded} />
    </StateDrawing>
  );
}
