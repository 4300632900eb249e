import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import type { RouteHandle } from 'shared/contracts/shell';

const toBeFound: RouteHandle = { find: true };
const everyPost: RouteHandle = { find: import.meta.env.SSR ? { siteMap: postFeeds.sitemap } : undefined };

export const routes: RouteObject[] = [
  {
    id: 'blog.blogs',
    path: paths.blogs,
    handle: toBeFound,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/blogs/blogs-page.tsx'),
        import('./components/drawings.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.posts',
    path: paths.posts,
    handle: toBeFound,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/posts/posts-page.tsx'),
        import('./features/posts/posts.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.post',
    path: paths.post,
    handle: everyPost,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/post/post-page.tsx'),
        import('./features/post/post.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.interview',
    path: paths.interview,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/interview/interview-page.tsx'),
        import('./features/interview/interview.loader.ts'),
      ]);
      return { Component, loader };
    },
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
    action: async (args) => (await import('./features/simple-blog/add-post.action.ts')).action(args),
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/simple-blog/simple-blog-page.tsx'),
        import('./features/simple-blog/simple-blog.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.demo-items',
    path: paths.demoItems,
    handle: toBeFound,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/demo-items/demo-items-page.tsx'),
        import('./components/drawings.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.demo-item',
    path: paths.demoItem,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/demo-items/demo-item-page.tsx'),
        import('./features/demo-items/demo-item.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
];
