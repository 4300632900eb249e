import { useState } from 'react';
import { Button } from 'shared/ui/button';
import { Field } from 'shared/ui/field';
import { Actions } from '../editor/actions.tsx';
import { PopOver, type Place } from '../editor/pop-over.tsx';

interface ImageFormProps {
  place: Place;
  alt: string;
  takesFocus: boolean;
  onApply: (alt: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Asks for a description of an image, for people who cannot see it. */
export function ImageForm({ place, alt, takesFocus, onApply, onRemove, onClose }: ImageFormProps) {
  const [typed, setTyped] = useState(alt);
  const apply = () => onApply(typed.trim());
  return (
    <PopOver label="Picture" place={place} takesFocus={takesFocus} onClose={onClose} onSubmit={apply}>
      <Field
        label="What does the picture show?"
        help="Read aloud to people who cannot see it. Leave it empty if the picture is only decoration."
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Actions>
        <Button type="button" $small onClick={apply}>
          Apply
        </Button>
        <Button type="button" $kind="secondary" $small onClick={onRemove}>
          Remove picture
        </Button>
      </Actions>
    </PopOver>
  );
}
