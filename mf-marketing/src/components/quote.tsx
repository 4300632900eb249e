import { styled } from 'styled-components';
import { avatarCloth } from 'shared/theme/cloth/generated';
import type { ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';
import type { Testimonial } from '../content/samples.ts';

const Card = styled.figure<{ $small?: boolean }>`
  display: flex;
  flex-direction: column;
  height: 100%;
  padding: clamp(22px, 2.6vw, 40px);
  border-radius: var(--r-card);
  background: var(--tint-surface);

  blockquote {
    flex: 1;
    font-size: ${({ $small }) => ($small ? '1.0625rem' : 'clamp(1.1875rem, 1.05rem + .6vw, 1.5rem)')};
    font-weight: 450;
    line-height: ${({ $small }) => ($small ? '1.6' : '1.42')};
    ${({ $small }) => !$small && 'letter-spacing: -.008em;'}
  }

  @media (forced-colors: active) { border: 1px solid; }
`;

const Who = styled.figcaption`
  display: flex;
  align-items: center;
  gap: 14px;
  margin-top: 28px;

  b { display: block; font-weight: 650; }
  small { display: block; color: var(--text-2); font-size: var(--t-small); }
`;

const Avatar = styled(ClothBox)`
  flex: none;
  width: 56px;
  height: 56px;
`;

const avatars = new Map<string, ClothSpec>();

function avatarOf(name: string): ClothSpec {
  let avatar = avatars.get(name);
  if (!avatar) avatars.set(name, (avatar = avatarCloth(name)));
  return avatar;
}

/** The speaker, with initials cut out of a cloth. */
export function Speaker({ name, position }: Pick<Testimonial, 'name' | 'position'>) {
  return (
    <Who>
      <Avatar>
        <Cloth spec={avatarOf(name)} />
      </Avatar>
      <span>
        <b>{name}</b> <small>{position}</small>
      </span>
    </Who>
  );
}

/** A client's words, on a card for the tinted ground. */
export function Quote({ testimonial: { text, ...speaker }, small }: { testimonial: Testimonial; small?: boolean }) {
  return (
    <Card {...(small ? { $small: true } : {})}>
      <blockquote>{text}</blockquote>
      <Speaker {...speaker} />
    </Card>
  );
}
