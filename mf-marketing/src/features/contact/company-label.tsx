import { Fragment } from 'react';
import { styled } from 'styled-components';
import { useCompany } from 'shared/contracts/shell';
import { Fact, Facts } from 'shared/ui/facts';
import { serverRendered } from 'shared/ui/server-rendered';
import { SewnLabel } from 'shared/ui/sewn-label';

const LabelGround = serverRendered(async () => (await import('./label-ground.tsx')).LabelGround);

/* The cloth is under the label and takes its size from it. */
const Box = styled.div`
  position: relative;
  padding: clamp(28px, 5vw, 64px) clamp(12px, 4vw, 48px);

  /* Beside the form there is least room at first. */
  @media (min-width: 1024px) { padding-inline: clamp(20px, 10vw - 80px, 48px); }

  > :first-child, > :first-child > * { position: absolute; inset: 0; }
`;

const lines = (text: readonly string[]) =>
  text.map((line, index) => (
    <Fragment key={line}>
      {index > 0 && <br />}
      {line}
    </Fragment>
  ));

/** When and where to find us, on a label sewn to the cloth. */
export function CompanyLabel() {
  const { hours, address, phone, email, mailingAddress } = useCompany();
  return (
    <Box>
      <LabelGround />
      <SewnLabel>
        <h2 className="visually-hidden">Company information</h2>
        <Facts>
          <Fact name="Working days">{lines([hours.days, hours.time])}</Fact>
          <Fact name="Address">{lines(address)}</Fact>
          <Fact name="Office phone">
            <a href={phone.href}>{phone.display}</a>
          </Fact>
          <Fact name="Email">
            <a href={email.href}>{email.display}</a>
          </Fact>
          <Fact name="Mailing address">{lines(mailingAddress)}</Fact>
        </Facts>
      </SewnLabel>
    </Box>
  );
}
