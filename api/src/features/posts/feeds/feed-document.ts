/** The newest posts for feed readers: RSS 2.0 and Atom (RFC 4287), and all of them for search engines. */
import { isOwnArticle } from 'shared/content/articles';
import { company } from 'shared/content/company';
import { href, paths } from 'shared/contracts/paths';
import { postFeeds } from 'shared/contracts/posts';
import { escapeXml as text } from 'shared/node/xml';
import type { StoredPost } from '../repository.ts';
import { presentPost } from '../presenter.ts';

const title = `${company.name} blog`;

/** @param origin the site's public one; a feed is read elsewhere, so every URL in it is complete */
export function rssFeed(posts: StoredPost[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel>
<title>${text(title)}</title>
<link>${origin}${href(paths.posts)}</link>
<description>${text(company.description)}</description>
<language>en</language>
<atom:link href="${origin}${postFeeds.rss}" rel="self" type="application/rss+xml"/>
${posts.map((post) => rssItem(post, origin)).join('')}</channel>
</rss>
`;
}

function rssItem(stored: StoredPost, origin: string): string {
  const post = presentPost(stored);
  const url = urlOf(post, origin);
  return `<item>
<title>${text(post.title)}</title>
<link>${url}</link>
<guid>${url}</guid>
${post.author ? `<dc:creator>${text(post.author)}</dc:creator>\n` : ''}<pubDate>${new Date(post.created_at).toUTCString()}</pubDate>
<content:encoded>${text(withOrigin(post.content, origin))}</content:encoded>
</item>
`;
}

/** As {@link rssFeed}. */
export function atomFeed(posts: StoredPost[], origin: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${origin}${postFeeds.atom}</id>
<title>${text(title)}</title>
<updated>${lastChange(posts)}</updated>
<author><name>${text(company.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${origin}${postFeeds.atom}"/>
<link rel="alternate" type="text/html" href="${origin}${href(paths.posts)}"/>
${posts.map((post) => atomEntry(post, origin)).join('')}</feed>
`;
}

function atomEntry(stored: StoredPost, origin: string): string {
  const post = presentPost(stored);
  const url = urlOf(post, origin);
  // Without an author an entry has the feed's, which is the company.
  const author = post.author ?? (isOwnArticle(post.id) ? undefined : 'Anonymous');
  return `<entry>
<id>${url}</id>
<title>${text(post.title)}</title>
<link rel="alternate" type="text/html" href="${url}"/>
<published>${post.created_at}</published>
<updated>${changed(stored)}</updated>
${author ? `<author><name>${text(author)}</name></author>\n` : ''}<content type="html">${text(withOrigin(post.content, origin))}</content>
</entry>
`;
}

const changed = ({ createdAt, editedAt }: StoredPost): string => editedAt ?? createdAt;

/** Times are texts of one form, which sort chronologically. */
const lastChange = (posts: StoredPost[]): string => posts.map(changed).toSorted().at(-1) ?? new Date(0).toISOString();

const urlOf = ({ id }: { id: number }, origin: string) => origin + href(paths.post, { id });

/** Sanitised HTML writes its attributes between double quotes, and `>` in them as an entity. */
function withOrigin(html: string, origin: string): string {
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) => tag.replace(/ (href|src)="\/(?!\/)/, ` $1="${origin}/`));
}
