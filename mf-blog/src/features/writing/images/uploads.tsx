import { useState } from 'react';
import { styled } from 'styled-components';
import { Banner, BannerAction } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import type { Upload } from './use-images.ts';

const List = styled.div`
  display: grid;
  gap: 8px;
  padding: 12px 18px;

  &:empty { display: none; }
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  align-items: center;
  font-size: var(--t-small);
  overflow-wrap: anywhere;

  progress { flex: 1 1 120px; accent-color: var(--action); }
`;

interface UploadsProps {
  uploads: readonly Upload[];
  onDismiss: (id: number) => void;
  /** A line is gone, and with it the button that had the focus. */
  onLeave: () => void;
}

/** Images on their way, and why some were refused. */
export function Uploads({ uploads, onDismiss, onLeave }: UploadsProps) {
  return (
    <List>
      {uploads.map(({ id, name, sent, problem, cancel }) =>
        problem === undefined ? (
          <Line key={id}>
            <span role="status">Uploading {name}</span>
            <progress aria-label={`Uploading ${name}`} max={1} value={sent} />
            <CancelButton
              name={name}
              onCancel={() => {
                cancel();
                onLeave();
              }}
              onLeave={onLeave}
            />
          </Line>
        ) : (
          <Banner key={id} kind="error">
            {name} was not added.
            <p>{problem}</p>
            <BannerAction>
              <Button
                type="button"
                $kind="secondary"
                $small
                onClick={() => {
                  onDismiss(id);
                  onLeave();
                }}
              >
                Dismiss
              </Button>
            </BannerAction>
          </Banner>
        ),
      )}
    </List>
  );
}

/** Hands the focus on when the button goes with its upload, which may end at any time. */
const handingOn = (onLeave: () => void) => (button: HTMLButtonElement) => () => {
  if (document.activeElement === button) queueMicrotask(onLeave);
};

interface CancelButtonProps {
  name: string;
  onCancel: () => void;
  onLeave: () => void;
}

function CancelButton({ name, onCancel, onLeave }: CancelButtonProps) {
  // The first one: another ref in each rendering would be taken for another button.
  const [ref] = useState(() => handingOn(onLeave));
  return (
    <Button ref={ref} type="button" $kind="secondary" $small aria-label={`Cancel uploading ${name}`} onClick={onCancel}>
      Cancel
    </Button>
  );
}
