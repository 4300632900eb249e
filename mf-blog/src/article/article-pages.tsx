/** The pages that show an article. */
import { useParams } from 'react-router-dom';
import { INTERVIEW_ID } from 'shared/content/articles';
import { ArticlePage } from './article-page.tsx';

export function PostPage() {
  const { id = '' } = useParams();
  return <ArticlePage id={id} />;
}

/** The healthcare interview, which is one of the site's posts. */
export function InterviewPage() {
  return <ArticlePage id={String(INTERVIEW_ID)} />;
}
