import { useParams } from 'react-router-dom';
import { ArticlePage } from '../../article/article-page.tsx';

export function Component() {
  const { id = '' } = useParams();
  return <ArticlePage id={id} />;
}
