import { styled } from 'styled-components';
import image from 'virtual:social-image/services';
import { serviceHref, services } from 'shared/content/services';
import { href, paths } from 'shared/contracts/paths';
import { Container, Lead, PageBody, PageHeading, Section, SectionHead } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Reveal } from 'shared/ui/reveal';
import { SwatchCard } from 'shared/ui/swatch-card';
import { GetInTouchBlock } from '../../components/get-in-touch-block.tsx';

const Swatches = styled(PageBody)`
  display: grid;
  gap: clamp(28px, 3.4vw, 56px) var(--gap);

  > div { display: grid; }
  h2 { font-size: var(--t-h3); line-height: 1.16; letter-spacing: -.008em; }

  @media (min-width: 600px) { grid-template-columns: 1fr 1fr; }
  @media (min-width: 1024px) { grid-template-columns: repeat(3, 1fr); }
`;

const Reasons = styled.div`
  display: grid;
  gap: 36px var(--gap);

  > div { --first: var(--th-madder); --second: var(--th-marigold); }
  > :nth-child(2) { --first: var(--th-blush); --second: var(--th-madder); }
  > :nth-child(3) { --first: var(--th-cotton); --second: var(--th-indigo); }
  > div::before {
    content: '';
    display: block;
    width: 64px;
    height: 8px;
    margin-bottom: 20px;
    background:
      conic-gradient(var(--first) 25%, var(--second) 0 50%, var(--first) 0 75%, var(--second) 0) 0 0 / 8px 8px;
    forced-color-adjust: none;
  }
  p { margin-top: 10px; color: var(--on-band-2); }

  @media (min-width: 768px) { grid-template-columns: repeat(3, 1fr); }
`;

const reasons = [
  { title: 'Expert Team', text: 'Over 5 years of experience and 10+ professionals, from research to servers.' },
  { title: 'Client Approach', text: 'You see the work as it grows, on your own phone, and decide what stays.' },
  {
    title: 'Commitment to Quality',
    text: 'A 4.8/5 rating from clients. We test on the phones and networks people use.',
  },
];

/** The page at `/Service` and `/service`; search engines get the first. */
export function Component() {
  return (
    <>
      <PageHead
        title="Services"
        description="Web development, mobile app development, UI/UX design, graphic design, backend and frontend development."
        path={href(paths.services)}
        image={image}
      />
      <PageHeading as="header">
        <h1>Services</h1>
        <Lead>Six crafts under one roof. Hire one, or let us weave several into a single product.</Lead>
      </PageHeading>
      <Swatches as="section" aria-label="What we do">
        {services.map((service) => (
          <Reveal key={service.slug}>
            <SwatchCard
              swatch={service}
              title={service.title}
              text={service.description}
              to={serviceHref(service)}
              headingLevel={2}
            />
          </Reveal>
        ))}
      </Swatches>
      <Section ground="band">
        <Container>
          <SectionHead>
            <h2>Why Choose Us</h2>
          </SectionHead>
          <Reasons>
            {reasons.map(({ title, text }) => (
              <Reveal key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </Reveal>
            ))}
          </Reasons>
        </Container>
      </Section>
      <GetInTouchBlock plain />
    </>
  );
}
