import { styled } from 'styled-components';
import { useTrial } from 'shared/contracts/shell';
import { serverRendered } from 'shared/ui/server-rendered';

const TrialBanner = serverRendered(async () => (await import('./trial-banner.tsx')).TrialBanner);

/** At the end of the page, and always in sight. */
const Bottom = styled.div`
  position: sticky;
  bottom: 0;
  z-index: var(--z-header);
`;

/** Shown on every page of a browser that tries releases. */
export function TrialPlace() {
  const trial = useTrial();
  return (
    trial && (
      <Bottom>
        <TrialBanner {...trial} />
      </Bottom>
    )
  );
}
