import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import image from 'virtual:social-image/contact';
import { serviceOf } from 'shared/content/services';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { swatchCloth } from 'shared/theme/cloth/swatches';
import { ButtonLink } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { ArrowIcon } from 'shared/ui/icons';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { SewnLabel } from 'shared/ui/sewn-label';
import { ServiceLinks } from '../../components/service-links.tsx';

const Columns = styled(PageBody)`
  display: grid;
  gap: 40px var(--gap);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: calc(var(--gap) * 2);
  }
`;

const Side = styled.div`
  display: grid;
  gap: 24px;
  align-content: start;
  justify-items: start;
`;

const Label = styled(SewnLabel)`
  width: 100%;
  max-width: 440px;

  dl { position: relative; display: grid; gap: 18px; }
  dt { color: var(--on-label-2); font-size: var(--t-small); }
  dd { font-weight: 600; line-height: 1.45; }
  a { display: inline-flex; align-items: center; min-height: var(--target); margin-block: -9px; }
`;

const Portrait = styled.figure`
  max-width: 640px;

  figcaption { margin-top: 18px; }
  figcaption p { margin-top: 10px; color: var(--text-2); }
`;

const Drawing = styled(ClothBox)`
  height: 286px;
`;

export function Component() {
  const { hours, phone } = useCompany();
  const service = serviceOf(useLocation().search);
  return (
    <>
      <PageHead
        title="Get In Touch"
        description="Call us during working hours or write to us, about one service or several."
        path={href(paths.getInTouch)}
        image={image}
      />
      <PageHeading as="header">
        <h1>Get In Touch</h1>
        <Lead>
          {service
            ? `${service.title}: tell us what it is for, and we will take it from there.`
            : 'Call, or write down what you have in mind. We will take it from there.'}
        </Lead>
      </PageHeading>
      <Columns>
        <Side>
          <Label>
            <dl>
              <div>
                <dt>Working days</dt>
                <dd>
                  {hours.days}, {hours.time}
                </dd>
              </div>
              <div>
                <dt>Office phone</dt>
                <dd>
                  <a href={phone.href}>{phone.display}</a>
                </dd>
              </div>
            </dl>
          </Label>
          <ButtonLink to={href(paths.contact) + (service ? `?service=${service.slug}` : '')}>
            Write to us
            <ArrowIcon />
          </ButtonLink>
        </Side>
        {service ? (
          <Portrait>
            <Drawing>
              <Cloth spec={swatchCloth(service)} />
            </Drawing>
            <figcaption>
              <h2>{service.title}</h2>
              <p>{service.description}</p>
            </figcaption>
          </Portrait>
        ) : (
          <section aria-labelledby="which">
            <h2 id="which" className="visually-hidden">
              Which service?
            </h2>
            <ServiceLinks />
          </section>
        )}
      </Columns>
    </>
  );
}
