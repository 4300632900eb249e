import type { ReactNode } from 'react';
import { styled } from 'styled-components';

/** Facts on a sewn label, each under its name. */
export const Facts = styled.dl`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 18px;
  overflow-wrap: anywhere;

  dt { color: var(--on-label-2); font-size: var(--t-small); }
  dd { font-size: 1.0625rem; font-weight: 600; line-height: 1.45; }
  a { display: inline-flex; align-items: center; min-height: var(--target); margin-block: -9px; }
`;

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
