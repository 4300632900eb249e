import { styled } from 'styled-components';
import { Container, Lead } from 'shared/ui/layout';

const Waiting = styled(Container)`
  display: grid;
  gap: 18px;
  align-content: start;
  min-height: 70vh;
  padding-block: clamp(28px, 4vw, 56px) var(--s-section);
`;

/** Stands in for a page that this browser gets from a development server until that has loaded (decision 119). */
export function Overridden() {
  return (
    <Waiting as="section" role="status">
      <h1>Loading...</h1>
      <Lead>
        This page comes from a development server on your machine. It is put together in your browser and needs
        JavaScript.
      </Lead>
    </Waiting>
  );
}
