import { useMemo } from 'react';
import { styled } from 'styled-components';
import { appPolicy } from 'shared/contracts/trusted-types';
import { Prose } from 'shared/ui/prose';

const Text = styled(Prose)`
  overflow-wrap: anywhere;

  img { height: auto; border-radius: var(--r-card); }
`;

const MARK = 'data-article';

/** The HTML that the server rendered and sanitised, read before React could replace it. */
const served = (): string => document.querySelector(`[${MARK}]`)?.innerHTML ?? '';

/**
 * HTML that has been sanitised already; in the browser it passes through the site's Trusted Types policy. Its links
 * navigate as all links do (`shared/contracts/links.ts`).
 * @param html left out where the browser takes over what the server rendered
 */
export function ArticleHtml({ html }: { html?: string }) {
  // The same object for the same text: a new object would make React write the HTML again.
  const content = useMemo(
    () => ({ __html: import.meta.env.SSR ? html! : appPolicy().createHTML(html ?? served()) }),
    [html],
  );
  return <Text dir="auto" data-static="" {...{ [MARK]: '' }} dangerouslySetInnerHTML={content} />;
}
