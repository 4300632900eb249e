import { css, styled } from 'styled-components';

/**
 * A sewn label: cotton with a dashed stitch, where words belong to a cloth. Its colours are the same by day and
 * by night. A style to mix in, because a label is sometimes a link.
 */
export const sewnLabel = css`
  position: relative;
  background: var(--label);
  color: var(--on-label);
  box-shadow: var(--sh-label);

  &::before {
    content: '';
    position: absolute;
    inset: var(--stitch-inset, 8px);
    border: 1.5px dashed var(--label-stitch);
    opacity: .75;
    pointer-events: none;
  }
  &:focus-visible, :focus-visible { outline-color: var(--focus-on-label); }
`;

export const SewnLabel = styled.div`
  ${sewnLabel}
  padding: clamp(26px, 3vw, 40px);
`;
