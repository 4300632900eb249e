import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import type { RouteHandle } from 'shared/contracts/shell';
import { loader as blogsLoader } from './features/blogs/blogs.loader.ts';
import { loader as deletePostLoader } from './features/delete-post/delete-post.loader.ts';
import { loader as demoItemLoader } from './features/demo-items/demo-item.loader.ts';
import { loader as demoItemsLoader } from './features/demo-items/demo-items.loader.ts';
import { loader as hidePostLoader } from './features/hide-post/hide-post.loader.ts';
import { loader as interviewLoader } from './features/interview/interview.loader.ts';
import { loader as postLoader } from './features/post/post.loader.ts';
import { loader as postsLoader } from './features/posts/posts.loader.ts';
import { loader as reportPostLoader } from './features/report-post/report-post.loader.ts';
import { loader as simpleBlogLoader } from './features/simple-blog/simple-blog.loader.ts';
import { loader as editPostLoader } from './features/writing/edit/edit-post.loader.ts';

const toBeFound: RouteHandle = { find: true };
const postsToBeFound: RouteHandle = { find: true, search: ['q', 'before'] };
const simpleBlog: RouteHandle = { search: ['before', 'sent'] };
const report: RouteHandle = { search: ['sent'] };
const everyPost: RouteHandle = { find: import.meta.env.SSR ? { siteMap: postFeeds.sitemap } : undefined };

/** The link's cookie decides what the page shows, so no cache may keep it. */
const byMailedLink: RouteHandle = { isSecret: true };

export const routes: RouteObject[] = [
  {
    id: 'blog.blogs',
    path: paths.blogs,
    handle: toBeFound,
    loader: blogsLoader,
    lazy: () => import('./features/blogs/blogs-page.tsx'),
  },
  {
    id: 'blog.posts',
    path: paths.posts,
    handle: postsToBeFound,
    loader: postsLoader,
    lazy: () => import('./features/posts/posts-page.tsx'),
  },
  {
    id: 'blog.post',
    path: paths.post,
    handle: everyPost,
    loader: postLoader,
    lazy: async () => ({ Component: (await import('./article/article-pages.tsx')).PostPage }),
  },
  {
    id: 'blog.edit-post',
    path: paths.editPost,
    loader: editPostLoader,
    lazy: () => import('./features/writing/edit/edit-post-page.tsx'),
    action: async (args) => (await import('./features/writing/edit/edit-post.action.ts')).action(args),
  },
  {
    id: 'blog.delete-post',
    path: paths.deletePost,
    loader: deletePostLoader,
    lazy: () => import('./features/delete-post/delete-post-page.tsx'),
    action: async (args) => (await import('./features/delete-post/delete-post.action.ts')).action(args),
  },
  {
    id: 'blog.report-post',
    path: paths.reportPost,
    handle: report,
    loader: reportPostLoader,
    lazy: () => import('./features/report-post/report-post-page.tsx'),
    action: async (args) => (await import('./features/report-post/report-post.action.ts')).action(args),
  },
  {
    id: 'blog.hide-post',
    path: paths.hidePost,
    handle: byMailedLink,
    loader: hidePostLoader,
    lazy: () => import('./features/hide-post/hide-post-page.tsx'),
    action: async (args) => (await import('./features/hide-post/hide-post.action.ts')).action(args),
  },
  {
    id: 'blog.interview',
    path: paths.interview,
    loader: interviewLoader,
    lazy: async () => ({ Component: (await import('./article/article-pages.tsx')).InterviewPage }),
  },
  {
    id: 'blog.new',
    path: paths.newPost,
    lazy: () => import('./features/writing/new-post-page.tsx'),
    action: async (args) => (await import('./features/writing/new-post.action.ts')).action(args),
  },
  { id: 'blog.write', path: paths.write, lazy: () => import('./features/writing/write-page.tsx') },
  {
    id: 'blog.simple',
    path: paths.simpleBlog,
    handle: simpleBlog,
    action: async (args) => (await import('./features/simple-blog/add-post.action.ts')).action(args),
    loader: simpleBlogLoader,
    lazy: () => import('./features/simple-blog/simple-blog-page.tsx'),
  },
  {
    id: 'blog.demo-items',
    path: paths.demoItems,
    handle: toBeFound,
    loader: demoItemsLoader,
    lazy: () => import('./features/demo-items/demo-items-page.tsx'),
  },
  {
    id: 'blog.demo-item',
    path: paths.demoItem,
    loader: demoItemLoader,
    lazy: () => import('./features/demo-items/demo-item-page.tsx'),
  },
];
