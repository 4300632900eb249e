import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { loom } from 'shared/theme/cloth/state-pictures';
import { centred, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth } from 'shared/ui/cloth';
import { State, StateActions } from 'shared/ui/state';
import { stateCloth, StatePicture } from 'shared/ui/state-picture';

const plain: ClothSpec = { sett: 'nightferry', ...stateCloth };
const cloth: ClothSpec = { ...plain, cut: centred(loom(), plain) };

const Words = styled.p`
  color: var(--text-2);
`;

/** Nothing has been published yet. */
export function NoPosts({ action }: { action?: ReactNode }) {
  return (
    <State>
      <StatePicture>
        <Cloth spec={cloth} />
      </StatePicture>
      <h3>No posts yet</h3>
      <Words>The loom is threaded. The first post will appear here.</Words>
      {action && <StateActions>{action}</StateActions>}
    </State>
  );
}
