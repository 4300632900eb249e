import { lozenge } from 'shared/theme/cloth/motifs';
import { person } from 'shared/theme/cloth/sharing-drawings';
import { cutOut, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const size = { width: 960, height: 1440, thread: 6 } as const;
const entrance: ClothSpec = cutOut(lozenge(37, 37), { sett: 'harmattan', ...size }, 12);
const arrival: ClothSpec = cutOut(person(), { sett: 'nightferry', ...size }, 12);

/** The cloth for visitors who have been here before. */
export function LozengeCloth() {
  return (
    <ClothBox $middle>
      <Cloth spec={entrance} />
    </ClothBox>
  );
}

/** The cloth for newcomers. */
export function PersonCloth() {
  return (
    <ClothBox $middle>
      <Cloth spec={arrival} />
    </ClothBox>
  );
}
