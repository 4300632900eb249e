/** The code of all static parts (`static-parts.ts`), in one file: readers who follow a link need most of it soon. */
export { ArticleTop } from './article/article-top.tsx';
export { Onward } from './article/onward.tsx';
export { ReadNext } from './article/read-next.tsx';
export { CoverBand } from './components/covers.tsx';
export { LoomDrawing, NotFoundDrawing } from './components/drawings.tsx';
export { PostRows } from './components/post-rows.tsx';
export { FeaturedPost, LatestPosts } from './features/blogs/company-posts.tsx';
export { DemoItemRows } from './features/demo-items/demo-item-rows.tsx';
