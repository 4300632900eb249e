import { styled } from 'styled-components';
import { Container } from 'shared/ui/layout';

/** The column of pages for writing. */
export const Column = styled(Container)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  max-width: 1040px;
  padding-block: clamp(28px, 4vw, 56px) var(--s-section);

  form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 24px; }
`;

/** The page's heading, and the buttons for the text. */
export const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 16px;
  align-items: center;
  justify-content: space-between;

  h1 { font-size: clamp(2rem, 1.6rem + 1.6vw, 3rem); }
  @media (scripting: enabled) and (max-width: 767.98px) { [type='submit'] { display: none; } }
`;

export const TopActions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/** The page's main button beside the toolbar, for phones, where the one beside the heading scrolls out of view. */
export const BarAction = styled.div`
  flex: none;
  padding-block: 6px;
  padding-inline: 4px 8px;

  @media (min-width: 768px) { display: none; }
`;

export const Hint = styled.p`
  color: var(--text-2);
  font-size: var(--t-small);
`;

/** The title and text being written. */
export const Written = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;

  &[inert] { opacity: .6; }
`;
