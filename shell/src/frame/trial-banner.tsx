import { styled } from 'styled-components';
import type { TrialNotice } from 'shared/contracts/shell';
import { Button } from 'shared/ui/button';
import { Container } from 'shared/ui/layout';

const Band = styled.section`
  padding-block: 10px;
  border-top: 6px solid var(--mark);
  background: var(--band);
  color: var(--on-band);
  font-size: var(--t-small);

  :focus-visible { outline-color: var(--focus-on-band); }
  /* Keeps what has the focus out from behind it. */
  html:has(&) { scroll-padding-bottom: 128px; }
`;

const Row = styled(Container)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 24px;

  p { flex: 1 1 180px; line-height: 1.4; overflow-wrap: anywhere; }
  strong { color: var(--mark); }
`;

/** Says that this browser gets other releases than everybody else. The server renders it; its form needs no script. */
export function TrialBanner({ releases, left, action }: TrialNotice) {
  return (
    <Band aria-label="Preview" data-trial="">
      <Row>
        <p>
          <strong>Preview:</strong> {releases.join(', ')}
          {left && ` · ends in ${left}`}
        </p>
        <form method="post" action={action}>
          <Button $kind="mark" $small>
            Back to the site
          </Button>
        </form>
      </Row>
    </Band>
  );
}
