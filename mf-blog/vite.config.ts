import { remoteConfig } from '../tooling/vite/remote.ts';
import { covers } from './build/covers.ts';
import { singleFunctions } from './build/single-functions.ts';

export default remoteConfig('mf-blog', {
  groups: [
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
  ],
  plugins: [singleFunctions()],
  drawings: { series: { cover: covers } },
});
