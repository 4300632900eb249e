import { styled } from 'styled-components';
import { href, paths } from '../contracts/paths.ts';
import { NewTabLink, TextLink } from './links.tsx';

const Note = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
`;

/** Ends a form that asks who somebody is. @param inNewTab for a form that loses what was typed when it is left */
export function PrivacyNote({ inNewTab = false }: { inNewTab?: boolean }) {
  const PolicyLink = inNewTab ? NewTabLink : TextLink;
  return (
    <Note>
      How we use your data is explained in our <PolicyLink href={href(paths.privacy)}>privacy policy</PolicyLink>.
    </Note>
  );
}
