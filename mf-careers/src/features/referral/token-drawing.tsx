import { styled } from 'styled-components';
import { token } from 'shared/theme/cloth/sharing-drawings';
import { cutOut } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const Box = styled(ClothBox)`
  height: 382px;
`;

const cloth = cutOut(token(), { sett: 'palmoil', width: 720, height: 382, thread: 8, fringe: 30 });

export function TokenDrawing() {
  return (
    <Box>
      <Cloth spec={cloth} />
    </Box>
  );
}
