/** Site maps (sitemaps.org, protocol 0.9): the shell's server lists the pages, the API the posts. */
import { escapeXml } from './xml.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export interface SiteMapEntry {
  /** Address on this site: `/post/7`. */
  path: string;
  /** When it last changed, as ISO 8601, if that is known. */
  changed?: string;
}

export function siteMap(entries: SiteMapEntry[], origin: string): string {
  const places = entries.map(({ path, changed }) => {
    const lastmod = changed === undefined ? '' : `<lastmod>${changed}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${lastmod}</url>\n`;
  });
  return `${DECLARATION}\n<urlset xmlns="${NAMESPACE}">\n${places.join('')}</urlset>\n`;
}

/** @param parts URLs of site maps on this site */
export function siteMapIndex(parts: string[], origin: string): string {
  const places = parts.map((path) => `<sitemap><loc>${escapeXml(origin + path)}</loc></sitemap>\n`);
  return `${DECLARATION}\n<sitemapindex xmlns="${NAMESPACE}">\n${places.join('')}</sitemapindex>\n`;
}
