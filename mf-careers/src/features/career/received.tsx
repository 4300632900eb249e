import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { Banner } from 'shared/ui/banner';
import { ButtonLink } from 'shared/ui/button';

const Place = styled.div`
  h3 { margin-block: 28px 12px; }
  ol { display: grid; gap: 8px; margin-bottom: 28px; padding-left: 1.3em; }
  li { list-style: decimal; }
`;

/** On one line, because it may be read out over the phone. */
const Reference = styled.strong`
  white-space: nowrap;
`;

/**
 * Replaces the form, and takes its focus: says that the application has arrived, and what comes next.
 * @param onAgain brings the form back; without script the page does
 */
export function Received({ reference, onAgain }: { reference: string; onAgain: () => void }) {
  const { answersWithin } = useCompany();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <Place ref={place} tabIndex={-1}>
      <Banner kind="success">
        Your application has arrived. Its reference is <Reference>{reference}</Reference>.
      </Banner>
      <h3>What happens next</h3>
      <ol>
        <li>A receipt is on its way to you by email. To add something, reply to it.</li>
        <li>The people hiring for the role read your CV and what you wrote.</li>
        <li>They reply within {answersWithin.application}, with a yes or a no.</li>
      </ol>
      <ButtonLink
        href={`${href(paths.career)}#apply`}
        $kind="secondary"
        onClick={(event) => {
          event.preventDefault();
          onAgain();
        }}
      >
        Send another application
      </ButtonLink>
    </Place>
  );
}
