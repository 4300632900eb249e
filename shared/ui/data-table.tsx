// oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role
import type { ReactNode } from 'react';

interface DataTableProps {
  columns: readonly string[];
  /** Cells in the order of the columns. */
  rows: readonly { key: string | number; cells: readonly ReactNode[] }[];
}

/**
 * A table whose rows may be shown as lists. Browsers drop a table's semantics when its `display` changes, so its roles
 * are explicit; each cell carries its column's name (`data-column`), which styles can show in front of it.
 */
export function DataTable({ columns, rows }: DataTableProps) {
  return (
    <table role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells }) => (
          <tr key={key} role="row">
            {cells.map((cell, place) => (
              <td key={columns[place]} role="cell" data-column={columns[place]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
