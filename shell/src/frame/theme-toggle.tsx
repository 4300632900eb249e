import { styled } from 'styled-components';
import { IconButton } from 'shared/ui/button';
import { MoonIcon, SunIcon } from 'shared/ui/icons';
import { toggleTheme } from './theme.ts';

// Both faces are in the document and the body's class shows one: server and browser render the same.
const Face = styled.span<{ $in: 'light' | 'dark' }>`
  display: ${({ $in }) => ($in === 'light' ? 'contents' : 'none')};

  body.dark & { display: ${({ $in }) => ($in === 'dark' ? 'contents' : 'none')}; }
`;

const Toggle = styled(IconButton)`
  flex: none;
  @media (scripting: none) { display: none; }
`;

export function ThemeToggle() {
  return (
    <Toggle type="button" onClick={toggleTheme}>
      <Face $in="light">
        <MoonIcon />
        <span className="visually-hidden">Switch to dark theme</span>
      </Face>
      <Face $in="dark">
        <SunIcon />
        <span className="visually-hidden">Switch to light theme</span>
      </Face>
    </Toggle>
  );
}
