import type { ReactNode, Ref } from 'react';
import { css, styled } from 'styled-components';
import { DataTable } from 'shared/ui/data-table';

/* Columns would be too narrow for a date, so a row becomes a list of its cells, each under its column's name. */
const asLists = css`
  table, tbody, tr { display: block; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  tr { padding: 12px 0; border-bottom: 1px solid var(--line); }
  tbody > tr:first-child { border-top: 1px solid var(--line); }
  td { display: flex; gap: 16px; justify-content: space-between; padding: 4px 0; border: 0; text-align: right; }

  td::before {
    content: attr(data-column);
    content: attr(data-column) / '';
    color: var(--text-2);
    font-size: var(--t-small);
    text-align: left;
  }
`;

const Frame = styled.div`
  overflow-x: auto;
  container-type: inline-size;

  table { width: 100%; border-collapse: collapse; }
  th, td { padding: 14px 16px 14px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
  th { font-size: var(--t-small); font-weight: 600; }
  code { font-family: var(--f-mono); font-weight: 600; overflow-wrap: anywhere; }

  @media (max-width: 639.98px) { ${asLists} }
  /* As beside another one, with large letters. */
  @container (max-width: 18rem) { ${asLists} }
`;

interface ReferralTableProps<Column extends string> {
  label: string;
  columns: readonly Column[];
  ref?: Ref<HTMLDivElement>;
  rows: readonly { key: string; cells: Record<Column, ReactNode> }[];
}

/** A table whose rows become lists on a phone. If it is too wide it scrolls on its own, also by keyboard. */
export function ReferralTable<Column extends string>({ label, columns, ref, rows }: ReferralTableProps<Column>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <Frame ref={ref} tabIndex={0} role="region" aria-label={label}>
      <DataTable
        columns={columns}
        rows={rows.map(({ key, cells }) => ({ key, cells: columns.map((column) => cells[column]) }))}
      />
    </Frame>
  );
}
