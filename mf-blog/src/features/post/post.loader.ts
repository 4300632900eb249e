import type { LoaderFunctionArgs } from 'react-router-dom';
import { loadArticle } from '../../article/get-article.ts';

export const loader = (args: LoaderFunctionArgs) => loadArticle(args.params.id ?? '', args);
