import type { RouteObject } from 'react-router-dom';
import { paths } from 'shared/contracts/paths';

export const routes: RouteObject[] = [
  {
    id: 'blog.posts',
    path: paths.posts,
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
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/post/post-page.tsx'),
        import('./features/post/post.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
  {
    id: 'blog.simple',
    path: paths.simpleBlog,
    lazy: async () => {
      const [{ Component }, { loader }] = await Promise.all([
        import('./features/simple-blog/simple-blog-page.tsx'),
        import('./features/simple-blog/simple-blog.loader.ts'),
      ]);
      return { Component, loader };
    },
  },
];
