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

/** Images on their way, and why some were refused. */
export function Uploads({ uploads, onDismiss }: { uploads: readonly Upload[]; onDismiss: (id: number) => void }) {
  return (
    <List>
      {uploads.map(({ id, name, sent, problem }) =>
        problem === undefined ? (
          <Line key={id}>
            <span role="status">Uploading {name}</span>
            <progress aria-label={`Uploading ${name}`} max={1} value={sent} />
          </Line>
        ) : (
          <Banner key={id} kind="error">
            {name} was not added.
            <p>{problem}</p>
            <Button type="button" $kind="secondary" $small onClick={() => onDismiss(id)}>
              Dismiss
            </Button>
          </Banner>
        ),
      )}
    </List>
  );
}
