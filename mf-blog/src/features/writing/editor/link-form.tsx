import { useState } from 'react';
import { Button } from 'shared/ui/button';
import { Field } from 'shared/ui/field';
import { linkUrl } from './link-url.ts';
import { Actions } from './actions.tsx';
import { PopOver, type Place } from './pop-over.tsx';

interface LinkFormProps {
  place: Place;
  /** Where the link leads now; empty for a new one. */
  url: string;
  onApply: (url: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function LinkForm({ place, url, onApply, onRemove, onClose }: LinkFormProps) {
  const [typed, setTyped] = useState(url);
  const [error, setError] = useState<string>();

  const apply = () => {
    const accepted = linkUrl(typed);
    if (accepted) onApply(accepted);
    else setError('Use an http, https, mailto or tel address.');
  };

  return (
    <PopOver label="Link" place={place} onClose={onClose} onSubmit={apply}>
      <Field
        label="Link address"
        inputMode="url"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
      />
      <Actions>
        <Button type="button" $small onClick={apply}>
          Apply
        </Button>
        <Button type="button" $kind="secondary" $small onClick={url ? onRemove : onClose}>
          {url ? 'Remove' : 'Cancel'}
        </Button>
      </Actions>
    </PopOver>
  );
}
