import standard from 'virtual:social-image/brand';
import { useCompany, useOrigin } from '../contracts/shell.ts';
import { ERROR } from './error-title.ts';

interface PageHeadProps {
  /** The company's name follows after a bar, unless the title names it already. */
  title: string;
  /** Whether a form of the page was refused; then the title says so. */
  isRefused?: boolean;
  description: string;
  /** The canonical path. */
  path: string;
  /** What shared links show, imported from `virtual:social-image/<name>`; the company's own image if there is none. */
  image?: SocialImage | undefined;
}

/**
 * Title, description and canonical link of a page; React moves them to the document's head. Tags that only crawlers
 * read are rendered on the server and are not in the browser's code.
 */
export function PageHead({ title, isRefused = false, description, path, image = standard }: PageHeadProps) {
  const { name } = useCompany();
  const origin = useOrigin();
  const whole = `${isRefused ? ERROR : ''}${title.includes(name) ? title : `${title} | ${name}`}`;
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
          {image && (
            <>
              <meta property="og:image" content={origin + image.src} />
              <meta property="og:image:width" content={String(image.width)} />
              <meta property="og:image:height" content={String(image.height)} />
              <meta property="og:image:alt" content={image.alt} />
              <meta name="twitter:card" content="summary_large_image" />
            </>
          )}
        </>
      )}
    </>
  );
}
