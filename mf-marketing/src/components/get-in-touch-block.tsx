import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { ButtonLink } from 'shared/ui/button';
import { PhoneIcon } from 'shared/ui/icons';
import { Container, Lead, Section } from 'shared/ui/layout';

const Row = styled(Container)`
  display: grid;
  gap: 28px;
  align-items: center;

  h2 + p { margin-top: 14px; }

  @media (min-width: 1024px) { grid-template-columns: 1fr auto; }
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/**
 * An invitation to call or write, which ends several pages of this area.
 * @param plain on the page's own ground, because the section above is not
 */
export function GetInTouchBlock({ plain = false }: { plain?: boolean }) {
  const { phone } = useCompany();
  return (
    <Section {...(plain ? {} : { ground: 'sunken' })}>
      <Row>
        <div>
          <h2>Get in Touch with Us</h2>
          <Lead>Call during working hours, or write to us.</Lead>
        </div>
        <Ways>
          <ButtonLink href={phone.href}>
            <PhoneIcon />
            {phone.display}
          </ButtonLink>
          <ButtonLink href={href(paths.contact)} $kind="secondary">
            Contact Us
          </ButtonLink>
        </Ways>
      </Row>
    </Section>
  );
}
