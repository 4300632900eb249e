import { styled } from 'styled-components';

/** Buttons beside each other. */
export const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;
