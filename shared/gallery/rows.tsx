import { styled } from 'styled-components';

/** Things beside each other. */
export const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 14px;
  align-items: center;
`;

/** Things in columns, as many as fit. */
export const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
  gap: 28px var(--gap);
  align-items: start;
`;

/** A piece of an ink band. */
export const BandPiece = styled(Row)`
  --ground: var(--band);
  padding: 28px;
  border-radius: var(--r-panel);
  background: var(--band);
  color: var(--on-band);

  :focus-visible { outline-color: var(--focus-on-band); }
`;
