import standard from 'virtual:social-picture/brand';
import { useCompany, useOrigin } from '../contracts/shell.ts';

interface PageHeadProps {
  /** The company's name follows after a bar, unless the title names it already. */
  title: string;
  description: string;
  /** The one address that search engines shall know. */
  path: string;
  /** What shared links show, imported from `virtual:social-picture/<name>`; the company's own picture if there is none. */
  picture?: SocialPicture | undefined;
}

/**
 * Title, description and canonical link of a page; React moves them to the document's head. What only crawlers read is
 * the server's business and not in the browser's code.
 */
export function PageHead({ title, description, path, picture = standard }: PageHeadProps) {
  const { name } = useCompany();
  const origin = useOrigin();
  const whole = title.includes(name) ? title : `${title} | ${name}`;
  return (
    <>
      <title>{whole}</title>
      <meta name="description" content={description} />
      <link rel="canonical" href={origin + path} />
      {import.meta.env.SSR && (
        <>
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={name} />
          <meta property="og:title" content={whole} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={origin + path} />
          {picture && (
            <>
              <meta property="og:image" content={origin + picture.src} />
              <meta property="og:image:width" content={String(picture.width)} />
              <meta property="og:image:height" content={String(picture.height)} />
              <meta property="og:image:alt" content={picture.alt} />
              <meta name="twitter:card" content="summary_large_image" />
            </>
          )}
        </>
      )}
    </>
  );
}
