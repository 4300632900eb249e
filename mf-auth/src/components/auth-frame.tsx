import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { lozenge } from 'shared/theme/cloth/motifs';
import { centred, type ClothSpec } from 'shared/theme/cloth/weave';
import { Cloth, ClothBox } from 'shared/ui/cloth';

const plain: ClothSpec = { sett: 'harmattan', width: 960, height: 1440, thread: 6 };
const cloth: ClothSpec = { ...plain, cut: centred(lozenge(37, 37), plain, 12) };

const Halves = styled.div`
  display: grid;
  min-height: calc(100svh - var(--header-mobile));

  @media (min-width: 1024px) {
    grid-template-columns: 1fr 1fr;
    min-height: calc(100svh - var(--header));
  }
`;

const FormHalf = styled.div`
  display: grid;
  align-content: center;
  padding: clamp(28px, 5vw, 72px) var(--gutter);

  > div { width: min(100%, 460px); margin-inline: auto; }
  h1 { margin-bottom: 10px; font-size: clamp(2.25rem, 1.8rem + 2vw, 3.5rem); }
`;

const ClothHalf = styled(ClothBox)`
  @media (max-width: 1023.98px) { display: none; }
`;

/** Signing in and its relatives: a form beside the cloth; on small screens the form alone. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <Halves>
      <FormHalf>
        <div>{children}</div>
      </FormHalf>
      <ClothHalf $middle>
        <Cloth spec={cloth} />
      </ClothHalf>
    </Halves>
  );
}
