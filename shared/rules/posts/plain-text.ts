/** Turns plain text into the HTML that posts are made of, and back. */

/** An empty line begins a paragraph, every other line break is kept; nothing in it is markup. */
export function plainTextToHtml(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+/, '')
    .replace(LAST_BREAKS, '')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll('\n', '<br />')}</p>`)
    .join('\n');
}

/** Begins with a run of line breaks: tried from each of them, a long run would cost the square of its length. */
const LAST_BREAKS = /(?<!\n)\n+$/;

/** The text from which {@link plainTextToHtml} makes this HTML; undefined if the HTML is more than plain text. */
export function plainTextOf(html: string): string | undefined {
  if (html === '') return '';
  const text = html
    .replace(BETWEEN_PARAGRAPHS, '\n\n')
    .replace(/^<p>|<\/p>$/g, '')
    .replaceAll('<br />', '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  return plainTextToHtml(text) === html.replace(BETWEEN_PARAGRAPHS, '</p>\n<p>') ? text : undefined;
}

const BETWEEN_PARAGRAPHS = /<\/p>\n?<p>/g;

/** For text between tags; not for values of attributes. */
function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
