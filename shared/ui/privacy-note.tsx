import { styled } from 'styled-components';
import { href, paths } from '../contracts/paths.ts';
import { TextLink } from './links.tsx';

const Note = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
`;

/** Ends a form that asks who somebody is. @param inNewTab for a form that loses what was typed when it is left */
export function PrivacyNote({ inNewTab = false }: { inNewTab?: boolean }) {
  return (
    <Note>
      How we use your data is explained in our{' '}
      <TextLink href={href(paths.privacy)} target={inNewTab ? '_blank' : undefined}>
        privacy policy
        {inNewTab && <span className="visually-hidden"> (in a new tab)</span>}
      </TextLink>
      .
    </Note>
  );
}
