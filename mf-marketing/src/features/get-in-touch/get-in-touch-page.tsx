import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import image from 'virtual:social-image/contact';
import { serviceOf, services, type Service } from 'shared/content/services';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { swatchCloth } from 'shared/theme/cloth/swatches';
import { ButtonLink } from 'shared/ui/button';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { ArrowIcon } from 'shared/ui/icons';
import { Lead, PageBody, PageHeading } from 'shared/ui/layout';
import { TextLink } from 'shared/ui/links';
import { PageHead } from 'shared/ui/page-head';
import { SewnLabel } from 'shared/ui/sewn-label';

const Columns = styled(PageBody)`
  display: grid;
  gap: 40px var(--gap);

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
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

/* Two pixels per thread of a swatch; on the pages that show the services it is six. */
const Choices = styled.ul`
  border-bottom: 1px solid var(--line);

  li { border-top: 1px solid var(--line); }
  a {
    display: grid;
    grid-template-columns: min(96px, 27vw) minmax(0, 1fr) auto;
    gap: 0 clamp(12px, 4vw, 20px);
    align-items: center;
    padding-block: 16px;
    text-decoration: none;
  }
  a:hover b { text-decoration: underline; text-decoration-thickness: 2px; }
  b { display: block; font: 700 var(--t-h3) / 1.16 var(--f-display); letter-spacing: -.008em; }
  small {
    display: block;
    max-width: 56ch;
    margin-top: 6px;
    color: var(--text-2);
    font-size: var(--t-small);
    line-height: 1.5;
  }
  [data-onward] { transition: transform 240ms var(--ease); }
  a:hover [data-onward] { transform: translateX(5px); }
`;

const Swatch = styled(ClothBox)`
  height: 95px;

  > svg { width: 216px; height: auto; }
`;

const Portrait = styled.figure`
  max-width: 640px;

  figcaption { margin-top: 18px; }
  figcaption p { margin-top: 10px; color: var(--text-2); }
`;

const Drawing = styled(ClothBox)`
  height: 286px;
`;

const Other = styled.p`
  margin-top: 20px;
`;

/** Where to write the message, which then begins with the service. */
const messageAbout = (service: Service | undefined): string =>
  href(paths.contact) + (service ? `?service=${service.slug}` : '');

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
            ? 'Your message will begin with the service you chose. Tell us what it is for.'
            : 'Choose what you need, and your message will begin with it. Or call us.'}
        </Lead>
      </PageHeading>
      <Columns>
        {service ? (
          <Portrait>
            <Drawing>
              <Cloth spec={swatchCloth(service)} />
            </Drawing>
            <figcaption>
              <h2>{service.title}</h2>
              <p>{service.description}</p>
              <Other>
                <TextLink href={href(paths.getInTouch)}>Choose another service</TextLink>
              </Other>
            </figcaption>
          </Portrait>
        ) : (
          <section aria-labelledby="which">
            <h2 id="which" className="visually-hidden">
              Which service?
            </h2>
            <Choices role="list">
              {services.map((each) => (
                <li key={each.slug}>
                  <a href={messageAbout(each)}>
                    <Swatch>
                      <Cloth spec={swatchCloth(each)} />
                    </Swatch>
                    <span>
                      <b>{each.title}</b> <small>{each.description}</small>
                    </span>
                    <ArrowIcon />
                  </a>
                </li>
              ))}
            </Choices>
          </section>
        )}
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
          <ButtonLink href={messageAbout(service)} $kind={service ? 'primary' : 'secondary'}>
            {/* In its own element, it can also be replaced where the browser has translated it. */}
            <span>{service ? `Write to us about ${service.title}` : 'Not sure yet? Write to us'}</span>
            <ArrowIcon />
          </ButtonLink>
        </Side>
      </Columns>
    </>
  );
}
