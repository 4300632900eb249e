import { useLocation } from 'react-router-dom';
import { styled } from 'styled-components';
import image from 'virtual:social-image/testimonials';
import { href, paths } from 'shared/contracts/paths';
import { web } from 'shared/theme/cloth/service-drawings';
import { centred, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Container, Lead, PageBody, PageHeading, Section } from 'shared/ui/layout';
import { PageHead } from 'shared/ui/page-head';
import { Pagination } from 'shared/ui/pagination';
import { Quote, Speaker } from '../../components/quote.tsx';
import { SampleNote } from '../../components/sample-note.tsx';
import { featuredStory } from '../../content/samples.ts';
import { pageOf, pages } from './pages.ts';

const plain: ClothSpec = { sett: 'hibiscus', width: 960, height: 420, thread: 6, fringe: 30 };
const cloth: ClothSpec = { ...plain, cut: centred(web(), plain) };

const Story = styled.div`
  display: grid;
  gap: 28px;
  align-items: center;

  blockquote {
    font: 700 clamp(1.5rem, 1.1rem + 1.9vw, 2.5rem) / 1.16 var(--f-display);
    letter-spacing: -.012em;
    text-wrap: balance;
  }

  @media (min-width: 1024px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 7fr);
    gap: calc(var(--gap) * 2);
  }
`;

const Drawing = styled(ClothBox)`
  height: clamp(260px, 30vw, 420px);
`;

const Grid = styled.div`
  display: grid;
  gap: var(--gap);
  margin-block: 36px 48px;

  @media (min-width: 768px) { grid-template-columns: 1fr 1fr; }
  @media (min-width: 1100px) { grid-template-columns: repeat(3, 1fr); }
`;

export function Component() {
  const page = pageOf(useLocation().search);
  const [first, ...more] = pages;
  const current = pages[page - 1] ?? first!;
  return (
    <>
      <PageHead
        title={page > 1 ? `Testimonials, page ${page}` : 'Testimonials'}
        description="What clients say about the work, and a rating of 4.8/5."
        path={urlOf(page)}
        image={image}
      />
      <PageHeading as="header">
        <h1>Testimonials</h1>
        <Lead>Rated 4.8/5 by the people we work with.</Lead>
        <SampleNote />
      </PageHeading>
      <PageBody as="section" aria-label="Featured story">
        <Story>
          <Drawing $middle>
            <Cloth spec={cloth} />
          </Drawing>
          <figure>
            <blockquote>{featuredStory.text}</blockquote>
            <Speaker {...featuredStory} />
          </figure>
        </Story>
      </PageBody>
      <Section ground="tint">
        <Container>
          <h2 id="more">More from clients</h2>
          <Grid>
            {current.map((testimonial) => (
              <Quote key={testimonial.name} testimonial={testimonial} small />
            ))}
          </Grid>
          <Pagination
            label="Testimonial pages"
            count={1 + more.length}
            current={page}
            to={(to) => `${urlOf(to)}#more`}
          />
        </Container>
      </Section>
    </>
  );
}

const urlOf = (page: number): string => href(paths.testimonials) + (page > 1 ? `?page=${page}` : '');
