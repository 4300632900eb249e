import type { LoaderFunctionArgs } from 'react-router-dom';
import { INTERVIEW_ID } from 'shared/content/articles';
import { loadArticle } from '../../article/get-article.ts';

export const loader = (args: LoaderFunctionArgs) => loadArticle(String(INTERVIEW_ID), args);
