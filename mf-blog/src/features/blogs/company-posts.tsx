/** The company's own posts, as the blog's first page shows them. */
import { styled } from 'styled-components';
import { articles, founderTalk } from 'shared/content/articles';
import { href, paths } from 'shared/contracts/paths';
import { ButtonLink } from 'shared/ui/button';
import { Chip } from 'shared/ui/chip';
import { Lead } from 'shared/ui/layout';
import { MoreLink } from 'shared/ui/links';
import { LocalDate } from 'shared/ui/local-date';
import { Cover } from '../../components/covers.tsx';
import { Meta, PostCards, type PostCard } from '../../components/post-cards.tsx';

const cards = articles.map(
  ({ id, subtopic, tech, caption, text, date }): PostCard => ({
    id,
    title: caption,
    text,
    meta: (
      <>
        <Chip>{subtopic}</Chip>
        <span>{tech}</span>
        <LocalDate iso={date} />
      </>
    ),
  }),
);

const Feature = styled.article`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px var(--gap);
  align-items: center;

  h2 { margin-block: 14px; }
  h2 + p { margin-bottom: 20px; }

  @media (min-width: 1024px) { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); gap: calc(var(--gap) * 1.6); }
`;

const Drawing = styled(Cover)`
  height: clamp(240px, 32vw, 438px);
`;

export function FeaturedPost() {
  return (
    <Feature data-card="">
      <Drawing seed={String(founderTalk.id)} size="feature" />
      <div>
        <Meta>
          <Chip>{founderTalk.subtopic}</Chip>
          <LocalDate iso={founderTalk.date} />
        </Meta>
        <h2>{founderTalk.caption}</h2>
        <Lead>{founderTalk.text}</Lead>
        <MoreLink href={href(paths.post, { id: founderTalk.id })}>Read the talk</MoreLink>
      </div>
    </Feature>
  );
}

export function LatestPosts() {
  return (
    <PostCards
      heading="Latest"
      onward={
        <>
          <ButtonLink href={href(paths.newPost)} $kind="secondary" $small>
            Write a post
          </ButtonLink>
          <MoreLink href={href(paths.posts)}>All posts</MoreLink>
        </>
      }
      cards={cards}
    />
  );
}
