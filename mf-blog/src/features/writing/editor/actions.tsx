import { styled } from 'styled-components';

/** A row of buttons. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;
