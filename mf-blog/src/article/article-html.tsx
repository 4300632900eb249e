import { useMemo } from 'react';
import { appPolicy } from 'shared/contracts/trusted-types';
import { Prose } from 'shared/ui/prose';

/** HTML that has been sanitised already. In the browser it passes through the site's Trusted Types policy. */
export function ArticleHtml({ html }: { html: string }) {
  // The same object as long as the text is the same: another one would make React write the HTML again.
  const content = useMemo(() => ({ __html: import.meta.env.SSR ? html : appPolicy().createHTML(html) }), [html]);
  return <Prose dangerouslySetInnerHTML={content} />;
}
