import { remoteConfig } from '../tooling/vite/remote.ts';
import { covers } from './build/covers.ts';

export default remoteConfig('mf-blog', {
  groups: [
    { name: 'sanitiser', test: /sanitise\.client|shared.rules.rich-text/ },
    // What readers need, in few pieces, although the authors' pages share some of it.
    {
      name: 'parts',
      isFirst: true,
      test: /mf-blog.src.(?:components.(?:covers|card-link|drawn|feed-links|local-date|post-cards)|loading|content.trail)|shared.ui.(?:breadcrumb|fetch-failed|skeleton|state-layout)/,
    },
    { name: 'prose', isFirst: true, test: /shared.ui.prose|article-html/ },
    {
      name: 'publishing',
      isFirst: true,
      test: /mf-blog.src.publishing|shared.(?:forms.attempt-keys|rules.(?:post-form|limits))/,
    },
    { name: 'list', isFirst: true, test: /mf-blog.src.(?:list|components.(?:no-posts|post-rows))/ },
    {
      name: 'article',
      isFirst: true,
      test: /mf-blog.src.(?:article.(?:article-end|article-page|html-text|own-post-links)|features.(?:post.post-page|interview.interview-page))/,
    },
  ],
  drawings: { series: { cover: covers } },
});
