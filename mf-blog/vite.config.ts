import { remoteConfig } from '../tooling/vite/remote.ts';
import { covers } from './build/covers.ts';

export default remoteConfig('mf-blog', {
  groups: [
    { name: 'sanitiser', modules: ['mf-blog/src/article/sanitise.client', 'shared/rules/posts/rich-text'] },
    // The code that readers need, in few chunks, although the authors' pages share some of it.
    {
      name: 'parts',
      isFirst: true,
      modules: [
        'mf-blog/src/article/article-heading',
        'mf-blog/src/components/feed-links',
        'mf-blog/src/content/post-ids',
        'mf-blog/src/content/trail',
        'mf-blog/src/loading/',
        'shared/ui/breadcrumb',
        'shared/ui/fetch-failed',
        'shared/ui/local-date',
        'shared/ui/skeleton',
        'shared/ui/state-layout',
      ],
    },
    // What the static parts of pages are made of: readers who follow a link need all of it soon.
    {
      name: 'static',
      isFirst: true,
      modules: [
        'mf-blog/src/article/article-top',
        'mf-blog/src/article/onward',
        'mf-blog/src/article/own-post-links',
        'mf-blog/src/article/read-next',
        'mf-blog/src/components/card-link',
        'mf-blog/src/components/covers',
        'mf-blog/src/components/drawings',
        'mf-blog/src/components/post-cards',
        'mf-blog/src/components/post-rows',
        'mf-blog/src/features/blogs/company-posts',
        'mf-blog/src/features/demo-items/demo-item-rows',
        'mf-blog/src/static.',
      ],
    },
    { name: 'prose', isFirst: true, modules: ['mf-blog/src/article/article-html', 'shared/ui/prose'] },
    {
      name: 'publishing',
      isFirst: true,
      modules: [
        'mf-blog/src/publishing/',
        'shared/forms/attempt-keys',
        'shared/rules/limits',
        'shared/rules/posts/post-form',
      ],
    },
    { name: 'own', isFirst: true, modules: ['mf-blog/src/own/obstacle-page'] },
    {
      name: 'list',
      isFirst: true,
      modules: ['mf-blog/src/list/', 'mf-blog/src/components/no-posts'],
    },
    {
      name: 'article',
      isFirst: true,
      modules: [
        'mf-blog/src/article/article-end',
        'mf-blog/src/article/article-page',
        'mf-blog/src/article/html-text',
        'shared/rules/posts/post-text',
      ],
    },
  ],
  drawings: { series: { cover: covers } },
});
