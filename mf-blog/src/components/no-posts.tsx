import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { State, StateActions } from 'shared/ui/state-layout';
import { LoomDrawing } from './static-parts.ts';

const Title = styled.h3`
  overflow-wrap: anywhere;
`;

const Words = styled.p`
  color: var(--text-2);
`;

const Drawing = styled.div`
  width: 100%;
`;

interface NoPostsProps {
  title?: string;
  text?: string;
  action?: ReactNode;
}

/** Shown when there are no posts: none has been published yet, unless the words say otherwise. */
export function NoPosts({
  title = 'No posts yet',
  text = 'The loom is threaded. The first post will appear here.',
  action,
}: NoPostsProps) {
  return (
    <State>
      <Drawing>
        <LoomDrawing />
      </Drawing>
      <Title>{title}</Title>
      <Words>{text}</Words>
      {action && <StateActions>{action}</StateActions>}
    </State>
  );
}
