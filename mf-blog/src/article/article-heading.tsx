import { styled } from 'styled-components';
import { PageHeading } from 'shared/ui/layout';

/** The space of a post's heading, and of what fills it until the post has arrived. */
export const ArticleHeading = styled(PageHeading)`
  padding-bottom: 36px;

  h1 { max-width: 920px; font-size: clamp(2.375rem, 1.7rem + 3vw, 4.5rem); overflow-wrap: anywhere; }
  /* Begins where the text below does: its measure, in a unit that is the same at every size. */
  > :dir(rtl) { max-width: 49.04rem; }
`;
