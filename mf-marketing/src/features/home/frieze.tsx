import { keyframes, styled } from 'styled-components';
import { heroFrieze } from 'shared/theme/cloth/service-drawings';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const spec: ClothSpec = {
  sett: 'harmattan',
  width: 2880,
  height: 420,
  thread: 6,
  fringe: 36,
  cut: heroFrieze().path(),
};

const weave = keyframes`
  from { clip-path: inset(0 0 100% 0); }
  to { clip-path: inset(0); }
`;

const Box = styled(ClothBox)`
  height: 420px;

  > svg { animation: ${weave} 900ms steps(30, end) backwards; }
`;

/** The services cut out of one cloth, the browser in the middle. */
export function Frieze() {
  return (
    <Box>
      <Cloth spec={spec} />
    </Box>
  );
}
