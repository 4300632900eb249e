import type { ReactNode, Ref } from 'react';
import { styled } from 'styled-components';

const Frame = styled.div`
  overflow-x: auto;

  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 14px 16px 14px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
  th { font-size: var(--t-small); font-weight: 600; }
  code { font-family: var(--f-mono); font-weight: 600; overflow-wrap: anywhere; }
`;

interface ReferralTableProps {
  label: string;
  columns: readonly string[];
  ref?: Ref<HTMLDivElement>;
  /** The rows. */
  children: ReactNode;
}

/** A table that scrolls by itself where it is too wide, also by keyboard. */
export function ReferralTable({ label, columns, ref, children }: ReferralTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Frame ref={ref} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Frame>
  );
}
