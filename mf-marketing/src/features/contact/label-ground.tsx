import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const spec: ClothSpec = { sett: 'harmattan', width: 1440, height: 1200, thread: 6 };

/** The cloth that the company's label is sewn to. */
export function LabelGround() {
  return (
    <ClothBox>
      <Cloth spec={spec} />
    </ClothBox>
  );
}
