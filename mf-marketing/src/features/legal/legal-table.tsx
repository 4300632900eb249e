import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { DataTable } from 'shared/ui/data-table';

const Frame = styled.div`
  container-type: inline-size;
  font-size: 1rem;
  line-height: 1.55;

  /* Tables in running text scroll and have equal columns; these are sized by their contents. */
  && table { display: table; border-collapse: collapse; overflow: visible; }
  && thead { display: table-header-group; }
  && tbody { display: table-row-group; }
  &&& :is(thead, tbody) { min-width: 0; }
  && code { overflow-wrap: anywhere; }
  td { text-wrap: pretty; }

  /* In rem, so that letters twice as large need twice the room. */
  @container (width >= 35rem) {
    th:first-child { width: 35%; }
    th:last-child { width: 30%; }
    th:first-child:nth-last-child(4) { width: 30%; }
    th:nth-child(2):nth-last-child(3) { width: 14%; }
    th:last-child:nth-child(4) { width: 25%; }
  }

  /* On a phone a row becomes a list of its cells: the first is its title, the others have their column's name. */
  @container (width < 35rem) {
    && :is(table, tbody, tr, td) { display: block; }
    && thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    && tr { padding-block: 16px; border-bottom: 1px solid var(--line); }
    && tr:first-child { border-top: 1px solid var(--line); }
    && td { padding: 0; border: 0; }
    && td:first-child { font-weight: 600; }
    && td + td { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); gap: 12px; margin-top: 6px; }

    td + td::before {
      content: attr(data-column);
      content: attr(data-column) / '';
      color: var(--text-2);
      font-size: var(--t-small);
    }
  }
`;

interface LegalTableProps {
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** A table in a legal text, whose rows become lists on a phone. */
export function LegalTable({ columns, rows }: LegalTableProps) {
  return (
    <Frame>
      <DataTable
        columns={columns}
        rows={rows.map((cells, row) => ({
          key: row,
          // A single box, beside its column's name.
          cells: cells.map((cell, index) => <div key={index}>{cell}</div>),
        }))}
      />
    </Frame>
  );
}
