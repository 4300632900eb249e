import { styled } from 'styled-components';

/** A list of things on the left and what can be done with them on the right. */
export const Rows = styled.ul`
  margin-bottom: 22px;
  border-top: 1px solid var(--line);

  li {
    display: flex;
    flex-wrap: wrap;
    gap: 10px 20px;
    align-items: center;
    justify-content: space-between;
    padding-block: 14px;
    border-bottom: 1px solid var(--line);
  }
  strong, p { overflow-wrap: anywhere; }
  strong { unicode-bidi: plaintext; }
  p { color: var(--text-2); font-size: var(--t-small); }
`;
