import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { href, paths } from 'shared/contracts/paths';
import { Container } from 'shared/ui/layout';
import { cardLink } from './card-link.ts';
import { Cover } from './covers.tsx';

const Cards = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 40px var(--gap);

  @media (min-width: 600px) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  @media (min-width: 768px) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
`;

const Card = styled.article`
  ${cardLink}

  h3 { margin-block: 10px 8px; overflow-wrap: anywhere; }
  > p { color: var(--text-2); }
`;

const Drawing = styled(Cover)`
  height: 216px;
  margin-bottom: 16px;
`;

/** What is above a card's title: topic, kind, date. */
export const Meta = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 6px 14px;
  align-items: center;
  color: var(--text-2);
  font-size: var(--t-small);
  overflow-wrap: anywhere;

  > span { unicode-bidi: plaintext; }
`;

export interface PostCard {
  id: number;
  title: string;
  text: string;
  meta: ReactNode;
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px 24px;
  align-items: center;
  justify-content: space-between;
  margin-bottom: clamp(28px, 3.4vw, 44px);

  > div { display: flex; flex-wrap: wrap; gap: 16px 24px; align-items: center; }
`;

/** Posts as cards, below a heading and a link to more. */
export function PostCards({
  heading,
  onward,
  cards,
}: {
  heading: string;
  onward: ReactNode;
  cards: readonly PostCard[];
}) {
  return (
    <Container>
      <Head>
        <h2>{heading}</h2>
        <div>{onward}</div>
      </Head>
      <Cards>
        {cards.map((card) => (
          <OneCard key={card.id} {...card} />
        ))}
      </Cards>
    </Container>
  );
}

function OneCard({ id, title, text, meta }: PostCard) {
  return (
    <Card data-card="">
      <Drawing seed={String(id)} />
      <Meta>{meta}</Meta>
      <h3>
        <a href={href(paths.post, { id })}>{title}</a>
      </h3>
      <p>{text}</p>
    </Card>
  );
}
