import type { LoaderFunctionArgs } from 'react-router-dom';
import { callApi } from 'shared/api-client/api';
import { postCalls, type PostDetail, type PostSummary } from 'shared/contracts/posts';
import { EXCERPT_MAX } from 'shared/rules/limits';
import { firstWords } from 'shared/rules/posts/post-text';
import { allLoaded } from 'shared/ui/server-rendered';
import { failed, isNoPost, withStatus, type FailedLoad } from '../loading/failure.ts';
import { soon, type Soon } from '../loading/waiting.tsx';
import { readingMinutes, withoutLead } from './html-text.ts';
import { sanitised } from './sanitised.ts';
import { ArticleTop, Onward, ReadNext } from './static-parts.ts';

/** How many other posts a post leads to. */
const RELATED = 3;

/** A post's text, in the parts that its page shows. */
interface ArticleText {
  /** Its first paragraph as text, if that can be a lead. */
  lead: string | null;
  /** Its first words for search results and shared links, where it has no lead; only a server makes them. */
  excerpt?: string;
  /** How long it takes to read. */
  minutes: number;
  /** The rest, as sanitised HTML. Absent from the data of a server-rendered page, which has it as markup. */
  body?: string;
}

/** A post, and others to read next. */
export interface ArticleData {
  post: Omit<PostDetail, 'content'>;
  text: ArticleText;
  related: PostSummary[];
}

/** There is no such post. */
export interface Missing {
  missing: true;
}

/** What a page that shows one post gets from its loader. */
export type ArticleResult = Soon<ArticleData | FailedLoad | Missing>;

/** Loader data for one post. @throws Response with status 404 when there is no such post */
export async function loadArticle(id: string, args: LoaderFunctionArgs) {
  const result = await soon(getArticle(id, args), args.request);
  if ('pending' in result) return result;
  if ('missing' in result) throw new Response('There is no such post.', { status: 404 });
  return withStatus(result);
}

async function getArticle(id: string, args: LoaderFunctionArgs): Promise<ArticleData | FailedLoad | Missing> {
  const { signal } = args.request;
  const code = allLoaded(ArticleTop, Onward, ReadNext);
  try {
    const [post, related] = await Promise.all([getPost(id, args), getRelated(id, args), code]);
    return { ...post, related };
  } catch (error) {
    if (isNoPost(error)) return { missing: true };
    return failed(error, signal, code);
  }
}

async function getPost(
  id: string,
  { context, request }: LoaderFunctionArgs,
): Promise<Pick<ArticleData, 'post' | 'text'>> {
  const { content, ...post } = await callApi<PostDetail>(postCalls.post(id), { context, signal: request.signal });
  return { post, text: articleText(await sanitised(content)) };
}

/** @param html sanitised */
export function articleText(html: string): ArticleText {
  const { lead, body } = withoutLead(html, EXCERPT_MAX);
  const rest = {
    lead,
    minutes: readingMinutes(html),
    ...(import.meta.env.SSR && lead === null && { excerpt: firstWords(html, EXCERPT_MAX) }),
  };
  return { ...rest, body, ...(import.meta.env.SSR && { toJSON: () => rest }) };
}

/** The newest other posts. A post can be read without them. */
async function getRelated(id: string, { context, request }: LoaderFunctionArgs): Promise<PostSummary[]> {
  try {
    const posts = await callApi<PostSummary[]>(postCalls.posts, { context, signal: request.signal });
    return posts.filter((post) => String(post.id) !== id).slice(0, RELATED);
  } catch {
    return [];
  }
}
