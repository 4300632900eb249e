import { styled } from 'styled-components';

/** A short label, such as a topic. Not a control. */
export const Chip = styled.span`
  display: inline-flex;
  align-items: center;
  min-height: 26px;
  padding: 2px 10px;
  border: 1px solid var(--line-strong);
  border-radius: 3px;
  color: var(--text);
  font-size: var(--t-micro);
  font-weight: 600;
  line-height: 1.4;
  letter-spacing: .01em;
`;
