import { useCompany, useOrigin } from '../contracts/shell.ts';

/**
 * Title, description and canonical link of a page; React moves them to the document's head.
 * @param title the company's name follows after a bar, unless the title names it already
 * @param path the one address that search engines shall know
 */
export function PageHead({ title, description, path }: { title: string; description: string; path: string }) {
  const { name } = useCompany();
  return (
    <>
      <title>{title.includes(name) ? title : `${title} | ${name}`}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={useOrigin() + path} />
    </>
  );
}
