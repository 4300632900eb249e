import { styled } from 'styled-components';
import { ClothBox } from './cloth.tsx';

/** Size of a state's cloth; the picture is cut into it. */
export const stateCloth = { width: 1440, height: 298, thread: 6, fringe: 22 } as const;

/** What stands where there is nothing to show: a cloth that says why, words, and ways onward. */
export const State = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  justify-items: start;

  h1 { max-width: 18ch; }
`;

export const StatePicture = styled(ClothBox)<{ $only?: 'narrow' | 'wide' }>`
  width: 100%;
  height: 298px;
  margin-bottom: 10px;
  ${({ $only }) => $only === 'narrow' && '@media (min-width: 900px) { display: none; }'}
  ${({ $only }) => $only === 'wide' && '@media (max-width: 899.98px) { display: none; }'}
`;

export const StateActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 8px;
`;
