import { lozenge } from 'shared/theme/cloth/motifs';
import { person } from 'shared/theme/cloth/sharing-drawings';
import { cutOut, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

/*
 * They fill half of a window of 5120 by 2880 px. Their sizes are 960 by 1440 px and whole repeats of the sett around
 * that, so that the drawing keeps its place among the stripes.
 */
const entrance: ClothSpec = cutOut(lozenge(37, 37), { sett: 'harmattan', width: 2592, height: 3000, thread: 6 }, 12);
const arrival: ClothSpec = cutOut(person(), { sett: 'nightferry', width: 2832, height: 3024, thread: 6 }, 12);

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
