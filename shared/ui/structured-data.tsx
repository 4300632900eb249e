/** Trusted Types accept this value without a policy. */
const nothing = (globalThis as { trustedTypes?: { emptyHTML: string } }).trustedTypes?.emptyHTML ?? '';

/**
 * Structured data (schema.org, JSON-LD) for search engines. It is only in the server's page: in the browser React takes
 * the box over without looking inside.
 * @param data without `@context`; write `data={import.meta.env.SSR && …}`, so that it is not in the browser's code
 */
export function StructuredData({ data }: { data: ({ '@type': string } & Record<string, unknown>) | false }) {
  if (!import.meta.env.SSR)
    return <div hidden suppressHydrationWarning dangerouslySetInnerHTML={{ __html: nothing }} />;
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', String.raw`\u003c`);
  return (
    <div hidden>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
    </div>
  );
}
