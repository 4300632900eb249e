import { styled } from 'styled-components';

/** For when there is nothing to show: a cloth that says why, words, and links onward. */
export const State = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  justify-items: start;

  h1 { max-width: min(18ch, 100%); }
`;

export const StateActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 8px;
`;
