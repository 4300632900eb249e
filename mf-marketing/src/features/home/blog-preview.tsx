import { styled } from 'styled-components';
import { articles, motifOf } from 'shared/content/articles';
import { href, paths } from 'shared/contracts/paths';
import { coverCloth } from 'shared/theme/cloth/generated';
import { Chip } from 'shared/ui/chip';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import { Container, Section, SectionHead } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { LocalDate } from 'shared/ui/local-date';
import { Reveal } from 'shared/ui/reveal';

const Rows = styled.div`
  border-top: 1px solid var(--line);
`;

const Row = styled(Reveal)`
  position: relative;
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr);
  gap: 8px 18px;
  align-items: start;
  padding-block: 24px;
  border-bottom: 1px solid var(--line);

  h3 a { text-decoration: none; }
  h3 a::after { content: ''; position: absolute; inset: 0; }
  &:hover h3 a { text-decoration: underline; text-decoration-thickness: 2px; }
  h3 a:focus-visible { outline: 0; }
  &:has(h3 a:focus-visible) { outline: 3px solid var(--focus); outline-offset: 4px; }
  h3 + p { max-width: 60ch; margin-top: 8px; color: var(--text-2); }
  @media (max-width: 599.98px) { h3 + p { display: none; } }

  @media (min-width: 768px) { grid-template-columns: 220px minmax(0, 1fr); gap: 24px 32px; align-items: center; }
  @media (min-width: 1024px) { grid-template-columns: 240px minmax(0, 1fr) 150px; }
`;

const Cover = styled(ClothBox)`
  grid-row: 1 / span 2;
  height: 104px;

  /* Three pixels for each thread, where there are four. */
  @media (max-width: 767.98px) { > svg { width: 324px; height: 114px; } }
  @media (min-width: 768px) { height: 150px; }
  @media (min-width: 1024px) { grid-row: auto; }
`;

const Topics = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 14px;
  align-items: center;
  margin-bottom: 10px;
  color: var(--text-2);
  font-size: var(--t-small);
`;

const Day = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);

  @media (max-width: 1023.98px) { grid-column: 2; }
  @media (min-width: 768px) and (max-width: 1023.98px) { margin-top: -16px; }
  @media (min-width: 1024px) { text-align: right; }
`;

const rows = articles.slice(0, 3).map((article) => ({
  ...article,
  to: href(paths.post, { id: article.id }),
  cover: coverCloth(String(article.id), { width: 432, height: 152, thread: 4 }, motifOf(article.id)),
}));

/** The three newest of the site's own articles. */
export function BlogPreview() {
  return (
    <Section>
      <Container>
        <SectionHead as={Reveal}>
          <h2>From the blog</h2>
          <MoreLink href={href(paths.blogs)}>View More</MoreLink>
        </SectionHead>
        <Rows>
          {rows.map(({ id, cover, subtopic, tech, caption, text, date, to }) => (
            <Row key={id} data-card="">
              <Cover $middle data-cover="">
                <Cloth spec={cover} />
              </Cover>
              <div>
                <Topics>
                  <Chip>{subtopic}</Chip>
                  {` ${tech}`}
                </Topics>
                <h3>
                  <a href={to}>{caption}</a>
                </h3>
                <p>{text}</p>
              </div>
              <Day>
                <LocalDate iso={date} />
              </Day>
            </Row>
          ))}
        </Rows>
      </Container>
    </Section>
  );
}
