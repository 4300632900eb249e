import { styled } from 'styled-components';
import { Banner } from 'shared/ui/banner';
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
            <Button
              type="button"
              $kind="secondary"
              $small
              aria-label={`Cancel uploading ${name}`}
              onClick={() => {
                cancel();
                onLeave();
              }}
            >
              Cancel
            </Button>
          </Line>
        ) : (
          <Banner key={id} kind="error">
            {name} was not added.
            <p>{problem}</p>
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
          </Banner>
        ),
      )}
    </List>
  );
}
