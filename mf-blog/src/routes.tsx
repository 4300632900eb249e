import type { RouteObject } from 'react-router-dom';
import { lazyPage } from 'shared/contracts/lazy-page';
import { paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import type { RouteHandle } from 'shared/contracts/shell';

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
    lazy: lazyPage(
      () => import('./features/blogs/blogs-page.tsx'),
      () => import('./features/blogs/blogs.loader.ts'),
    ),
  },
  {
    id: 'blog.posts',
    path: paths.posts,
    handle: postsToBeFound,
    lazy: lazyPage(
      () => import('./features/posts/posts-page.tsx'),
      () => import('./features/posts/posts.loader.ts'),
    ),
  },
  {
    id: 'blog.post',
    path: paths.post,
    handle: everyPost,
    lazy: lazyPage(
      () => import('./features/post/post-page.tsx'),
      () => import('./features/post/post.loader.ts'),
    ),
  },
  {
    id: 'blog.edit-post',
    path: paths.editPost,
    lazy: lazyPage(
      () => import('./features/writing/edit/edit-post-page.tsx'),
      () => import('./features/writing/edit/edit-post.loader.ts'),
    ),
    action: async (args) => (await import('./features/writing/edit/edit-post.action.ts')).action(args),
  },
  {
    id: 'blog.delete-post',
    path: paths.deletePost,
    lazy: lazyPage(
      () => import('./features/delete-post/delete-post-page.tsx'),
      () => import('./features/delete-post/delete-post.loader.ts'),
    ),
    action: async (args) => (await import('./features/delete-post/delete-post.action.ts')).action(args),
  },
  {
    id: 'blog.report-post',
    path: paths.reportPost,
    handle: report,
    lazy: lazyPage(
      () => import('./features/report-post/report-post-page.tsx'),
      () => import('./features/report-post/report-post.loader.ts'),
    ),
    action: async (args) => (await import('./features/report-post/report-post.action.ts')).action(args),
  },
  {
    id: 'blog.hide-post',
    path: paths.hidePost,
    handle: byMailedLink,
    lazy: lazyPage(
      () => import('./features/hide-post/hide-post-page.tsx'),
      () => import('./features/hide-post/hide-post.loader.ts'),
    ),
    action: async (args) => (await import('./features/hide-post/hide-post.action.ts')).action(args),
  },
  {
    id: 'blog.interview',
    path: paths.interview,
    lazy: lazyPage(
      () => import('./features/interview/interview-page.tsx'),
      () => import('./features/interview/interview.loader.ts'),
    ),
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
    lazy: lazyPage(
      () => import('./features/simple-blog/simple-blog-page.tsx'),
      () => import('./features/simple-blog/simple-blog.loader.ts'),
    ),
  },
  {
    id: 'blog.demo-items',
    path: paths.demoItems,
    handle: toBeFound,
    lazy: lazyPage(
      () => import('./features/demo-items/demo-items-page.tsx'),
      () => import('./features/demo-items/demo-items.loader.ts'),
    ),
  },
  {
    id: 'blog.demo-item',
    path: paths.demoItem,
    lazy: lazyPage(
      () => import('./features/demo-items/demo-item-page.tsx'),
      () => import('./features/demo-items/demo-item.loader.ts'),
    ),
  },
];
