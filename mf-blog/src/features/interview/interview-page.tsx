import { INTERVIEW_ID } from 'shared/content/articles';
import { ArticlePage } from '../../article/article-page.tsx';

/** The healthcare interview, which is one of the site's posts. */
export function Component() {
  return <ArticlePage id={String(INTERVIEW_ID)} />;
}
