import { styled } from 'styled-components';
import { TRAP_FIELD } from '../contracts/spam-trap.ts';

const Trap = styled.label`
  display: none;
`;

/** Goes into forms that are posted as they are; the code that receives them calls `isTrapped()`. */
export function SpamTrap() {
  return (
    <Trap translate="no">
      Leave this empty
      <input name={TRAP_FIELD} tabIndex={-1} autoComplete="off" />
    </Trap>
  );
}
