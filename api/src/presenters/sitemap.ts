/** The posts' part of the site map (sitemaps.org, protocol 0.9). */
import { href, paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import { escapeXml } from './xml.ts';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** @param parts how many there are */
export function sitemapIndex(parts: number, origin: string): string {
  const places = Array.from({ length: parts }, (_, index) => `<sitemap><loc>${origin}${postFeeds.sitemap}?part=${index + 1}</loc></sitemap>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${NAMESPACE}">\n${places.join('')}</sitemapindex>\n`;
}

export function sitemapPart(posts: { id: number; created_at: string }[], origin: string): string {
  const places = posts.map(
    ({ id, created_at }) => `<url><loc>${escapeXml(origin + href(paths.post, { id }))}</loc><lastmod>${created_at}</lastmod></url>\n`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n${places.join('')}</urlset>\n`;
}
