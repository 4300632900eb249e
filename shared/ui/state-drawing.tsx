/** The drawings of states: a cloth that says what happened. */
import { styled } from 'styled-components';
import { stitched } from '../theme/cloth/glyphs.ts';
import { tear } from '../theme/cloth/state-drawings.ts';
import { cutOut, type ClothSpec } from '../theme/cloth/weave.ts';
import { Cloth, ClothBox } from './cloth.tsx';

/** Size of a state's cloth; the drawing is cut into it. */
export const stateCloth = { width: 1440, height: 298, thread: 6, fringe: 22 } as const;

export const StateDrawing = styled(ClothBox)<{ $only?: 'narrow' | 'wide' }>`
  width: 100%;
  height: 298px;
  margin-bottom: 10px;
  ${({ $only }) => $only === 'narrow' && '@media (min-width: 900px) { display: none; }'}
  ${({ $only }) => $only === 'wide' && '@media (max-width: 899.98px) { display: none; }'}
`;

const plain: ClothSpec = { sett: 'harmattan', ...stateCloth };
const { width, height, thread, fringe } = stateCloth;
const code: ClothSpec = cutOut(stitched('404'), plain, 18);
const wideCode: ClothSpec = cutOut(stitched('404'), plain, 30);
const open = tear(width / thread, height / thread, fringe / thread);
const torn: ClothSpec = { ...plain, open };
const tornInk: ClothSpec = { ...plain, sett: 'nightferry', open };

/** 404, cut out. */
export const NotFoundDrawing = () => (
  <>
    <StateDrawing $only="narrow">
      <Cloth spec={code} />
    </StateDrawing>
    <StateDrawing $only="wide">
      <Cloth spec={wideCode} />
    </StateDrawing>
  </>
);

/** A tear: the page failed. */
export const FailedDrawing = () => (
  <StateDrawing>
    <Cloth spec={torn} />
  </StateDrawing>
);

/** A tear in another cloth: a part of the site is missing. */
export const UnavailableDrawing = () => (
  <StateDrawing>
    <Cloth spec={tornInk} />
  </StateDrawing>
);
