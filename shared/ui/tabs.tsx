import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { placeByKey } from './arrow-keys.tsx';

const List = styled.div`
  display: flex;
  gap: 4px;
  overflow-x: auto;
  border-bottom: 1px solid var(--line);

  button {
    min-height: 48px;
    padding: 0 18px;
    border: 0;
    background: none;
    color: var(--text-2);
    font-weight: 600;
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover { color: var(--text); }
  button:focus-visible { outline-offset: -3px; }
  [aria-selected='true'] {
    background: var(--check) 0 100% / 4px 4px repeat-x;
    color: var(--text);
    forced-color-adjust: none;
  }

  @media (forced-colors: active) { [aria-selected='true'] { background-color: Canvas; color: CanvasText; } }
`;

interface TabsProps {
  /** What the tabs are about, for assistive technology. */
  label: string;
  tabs: readonly { id: string; label: string; panel: ReactNode }[];
  /** The id of the tab that is shown. */
  selected: string;
  onSelect: (id: string) => void;
}

/** Panels, one shown at a time. One stop for Tab; arrows, Home and End choose. Hidden panels keep their state. */
export function Tabs({ label, tabs, selected, onSelect }: TabsProps) {
  const base = useId();

  function choose(event: KeyboardEvent<HTMLElement>) {
    const now = tabs.findIndex(({ id }) => id === selected);
    const at = placeByKey(event, { now, count: tabs.length });
    if (at === undefined) return;
    event.preventDefault();
    onSelect(tabs[at]!.id);
    (event.currentTarget.children[at] as HTMLElement).focus();
  }

  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
      <List role="tablist" aria-label={label} onKeyDown={choose}>
        {tabs.map(({ id, label: name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}${id}-tab`}
            aria-controls={`${base}${id}`}
            aria-selected={id === selected}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {name}
          </button>
        ))}
      </List>
      {tabs.map(({ id, panel }) => (
        <div key={id} role="tabpanel" id={`${base}${id}`} aria-labelledby={`${base}${id}-tab`} hidden={id !== selected}>
          {panel}
        </div>
      ))}
    </div>
  );
}
