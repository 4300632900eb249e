import { useState } from 'react';
import { styled } from 'styled-components';
import { Tabs } from 'shared/ui/tabs';
import type { Case } from '../../content/cases.ts';
import { CaseScreen } from './case-screen.tsx';

const Panel = styled.figure`
  svg { width: 100%; height: auto; border: 1px solid var(--line); border-top: 0; }
`;

/** All screens of a case, one at a time. */
export function CaseViews({ of: one }: { of: Case }) {
  const [selected, setSelected] = useState<string>(one.views[0].id);
  return (
    <Tabs
      label="Screens"
      selected={selected}
      onSelect={setSelected}
      tabs={one.views.map((view) => ({
        id: view.id,
        label: view.label,
        panel: (
          <Panel>
            <CaseScreen of={one} screen={view.id} />
            <figcaption className="visually-hidden">{view.alt}</figcaption>
          </Panel>
        ),
      }))}
    />
  );
}
