import { styled } from 'styled-components';
import image from 'virtual:social-image/about';
import { href, paths } from 'shared/contracts/paths';
import { useCompany } from 'shared/contracts/shell';
import { LOZENGE, LOZENGE_STEP, lozengeBand } from 'shared/theme/cloth/bands';
import { Carousel } from 'shared/ui/carousel';
import { Cloth, ClothBox, wholeRepeats } from 'shared/ui/cloth';
import { Container, Lead, PageHeading, Section, SectionHead } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Reveal } from 'shared/ui/reveal';
import { GetInTouchBlock } from '../../components/get-in-touch-block.tsx';
import { SampleNote } from '../../components/sample-note.tsx';
import { ServiceLinks } from '../../components/service-links.tsx';
import { team } from '../../content/samples.ts';
import { MemberCard } from './member-card.tsx';

const band = lozengeBand();

const Band = styled(ClothBox)`
  ${wholeRepeats({ times: band.repeat!.times, step: LOZENGE_STEP * band.thread, width: LOZENGE * band.thread })}
  height: clamp(258px, 26vw, 378px);
`;

const Halves = styled(Container)`
  display: grid;
  gap: 28px var(--gap);

  @media (min-width: 1024px) { grid-template-columns: 5fr 7fr; }
`;

const Heading = styled(PageHeading)`
  display: grid;
  gap: 28px var(--gap);

  && h1 + p { margin-top: 0; }

  @media (min-width: 1024px) { grid-template-columns: 5fr 7fr; }
`;

const Values = styled.ul`
  border-bottom: 1px solid var(--line);

  li { display: grid; gap: 8px var(--gap); padding-block: 28px; border-top: 1px solid var(--line); }
  p { max-width: 56ch; color: var(--text-2); }

  @media (min-width: 768px) { li { grid-template-columns: 5fr 7fr; } }
`;

const values = [
  {
    name: 'Continuous Improvement',
    text: 'Each project ends with a list of what we would do differently. The next one starts with it.',
  },
  {
    name: 'Client-Centric Approach',
    text: 'You see working software as it grows, and you decide what stays.',
  },
  {
    name: 'Quality and Reliability',
    text: 'We test on the phones people own and the networks they use, and write down what we find.',
  },
];

export function Component() {
  const { name } = useCompany();
  return (
    <>
      <PageHead
        title="About Us"
        description={`The mission, values and people of ${name}, a software and design company in Port Harcourt.`}
        path={href(paths.about)}
        image={image}
      />
      <Heading as="header">
        <h1>About Us</h1>
        <Lead>
          Our mission is to give every business software that fits, from a market stall to a bank abroad. We take the
          time to understand it, then cut until it does.
        </Lead>
      </Heading>
      <Band $middle>
        <Cloth spec={band} />
      </Band>
      <Section>
        <Halves>
          <h2>What we do</h2>
          <ServiceLinks />
        </Halves>
      </Section>
      <Section ground="sunken">
        <Container>
          <SectionHead>
            <h2>Core values</h2>
          </SectionHead>
          <Values role="list">
            {values.map(({ name: value, text }) => (
              <Reveal as="li" key={value}>
                <h3>{value}</h3>
                <p>{text}</p>
              </Reveal>
            ))}
          </Values>
        </Container>
      </Section>
      <Section>
        <Container>
          <Carousel label="Team" heading={<h2>The team</h2>} perView={{ phone: 1.39, tablet: 2.5, desktop: 4 }}>
            {team.map((member, index) => (
              <MemberCard key={member.role} member={member} index={index} />
            ))}
          </Carousel>
          <SampleNote />
        </Container>
      </Section>
      <GetInTouchBlock />
    </>
  );
}
