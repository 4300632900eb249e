import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { styled } from 'styled-components';
import { IconButton } from './button.tsx';
import { FieldFrame, Input } from './field.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';

const Frame = styled.div`
  position: relative;

  input { padding-right: 56px; }
  button { position: absolute; top: 4px; right: 4px; }

  /* Hides the browser's own eye, which would be a second one, and ours where there is no script. */
  input::-ms-reveal { display: none; }
  @media (scripting: none) { button { display: none; } }
`;

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
  /** Shown below the control. */
  help?: string | undefined;
  /** What is wrong, in words. */
  error?: string | undefined;
}

/** While it is shown, phones would begin it with a capital and correct its words; spell checkers may send it away. */
const asTyped = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false };

/**
 * A password that can be shown. Browsers may keep even a `no-store` page to come back to, so the field forgets what was
 * typed.
 */
export function PasswordField({ id, label, help, error, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const forget = () => {
      const field = frame.current?.querySelector('input');
      if (field) field.value = '';
    };
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, []);
  return (
    <FieldFrame {...{ id, label, help, error }}>
      {(control) => (
        <Frame ref={frame}>
          <Input {...input} {...control} {...asTyped} type={isShown ? 'text' : 'password'} />
          <IconButton
            type="button"
            aria-label="Show password"
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
        </Frame>
      )}
    </FieldFrame>
  );
}
