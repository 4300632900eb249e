/**
 * A post's HTML as it may be shown. The API has sanitised it already. It is sanitised again where it is shown: a page
 * that trusts the API is as safe as the API's least safe version. Two sanitisers do that: DOMPurify needs a DOM, which
 * the browser has and the server would have to build (20 times slower than sanitize-html, which needs none). Both
 * follow the one list of `shared/rules/posts/rich-text.ts`; the same hostile posts are shown through both in
 * `e2e/resilience/hostile-posts.spec.ts`. The browser loads its own only after navigation.
 */
export async function sanitised(html: string): Promise<string> {
  const { sanitise } = import.meta.env.SSR
    ? await import('./sanitise.server.ts')
    : await import('./sanitise.client.ts');
  return sanitise(html);
}
