/**
 * Mails as pages, in the site's colours. Mail programs know little CSS and load nothing from elsewhere: tables for
 * widths, styles on the elements, the system's fonts, and no image except those in the text itself.
 */
import { company } from 'shared/content/company';
import { escapeXml as escaped } from 'shared/node/xml';
import { colours, threads } from 'shared/theme/tokens';

const { ground, surface, text, 'text-2': quiet, accent, line } = colours.light;
const dark = colours.dark;
const FONTS = "Figtree, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Styles of a mail's elements, by tag. */
export const mailStyles = {
  h1: `margin:0 0 20px;font:700 26px/1.25 ${FONTS}`,
  h2: `margin:32px 0 10px;font:700 20px/1.3 ${FONTS}`,
  h3: `margin:24px 0 8px;font:700 17px/1.35 ${FONTS}`,
  p: 'margin:0 0 16px',
  ul: 'margin:0 0 16px;padding:0 0 0 22px',
  ol: 'margin:0 0 16px;padding:0 0 0 22px',
  li: 'margin:0 0 6px',
  blockquote: `margin:0 0 16px;padding:2px 0 2px 16px;border-left:3px solid ${threads.light.marigold}`,
  code: 'font-family:Consolas,Menlo,monospace;font-size:15px',
  pre: `margin:0 0 16px;padding:12px;border:1px solid ${line};white-space:pre-wrap;font:15px/1.5 Consolas,Menlo,monospace`,
  hr: `margin:28px 0;border:0;border-top:2px dashed ${line}`,
  img: 'display:block;max-width:100%;height:auto;border:0',
} as const;

/** @param content HTML whose elements have their styles @param footer HTML, below the stitches */
export function mailPage({ subject, content, footer }: { subject: string; content: string; footer: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>
a { color: ${accent}; }
blockquote p:last-child { margin-bottom: 0 !important; }
@media (prefers-color-scheme: dark) {
.ground { background: ${dark.ground} !important; }
.sheet { background: ${dark.surface} !important; color: ${dark.text} !important; }
.quiet { color: ${dark['text-2']} !important; }
.quiet, hr, pre { border-color: ${dark.line} !important; }
a { color: ${dark.accent} !important; }
.ink { background: ${threads.dark.cotton} !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${ground}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${ground}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed">
<tr>${selvedge}</tr>
<tr><td class="sheet" colspan="${selvedgeThreads.length}" style="padding:32px 28px;background:${surface};color:${text};font:400 17px/1.6 ${FONTS};word-break:break-word;overflow-wrap:anywhere">
<p style="margin:0 0 28px;font:700 15px/1.3 ${FONTS};letter-spacing:.04em">${escaped(company.name)}</p>
${content}
<div class="quiet" style="margin:32px 0 0;padding:20px 0 0;border-top:2px dashed ${line};color:${quiet};font-size:14px">
${footer}
</div>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const selvedgeThreads = ['ink', 'madder', 'marigold', 'indigo', 'mangrove'] as const;

/** The woven edge along the top. In dark mode ink would have the ground's colour, so cotton takes its place. */
const selvedge = selvedgeThreads
  .map(
    (name) =>
      `<td class="${name}" height="6" bgcolor="${threads.light[name]}" style="height:6px;font-size:0;line-height:0">&nbsp;</td>`,
  )
  .join('');

/** A mail that has only its text, whose paragraphs are separated by empty lines. The last one is the signature. */
export function pageOfText({ subject, text: body }: { subject: string; text: string }): string {
  const paragraphs = body.trim().split('\n\n');
  const signature = paragraphs.length > 1 ? paragraphs.pop()! : '';
  return mailPage({
    subject,
    content: paragraphs.map(asElement).join('\n'),
    footer: asHtml(withLinks(signature)),
  });
}

/** Lines that begin with `> ` are quoted: what looks like a link in them is none. */
function asElement(paragraph: string): string {
  const isQuoted = /^(?:> .*(?:\n|$))+$/.test(paragraph);
  const [tag, html] = isQuoted
    ? (['blockquote', escaped(paragraph.replaceAll(/^> /gm, ''))] as const)
    : (['p', withLinks(paragraph)] as const);
  return `<${tag} dir="auto" style="${mailStyles[tag]}">${asHtml(html)}</${tag}>`;
}

const asHtml = (html: string): string => withSpaces(html).replaceAll('\n', '<br>\n');

/** Spaces at the beginning of a line, and between columns, stay: HTML would drop them. */
function withSpaces(paragraph: string): string {
  return paragraph.replaceAll(/^ | (?= )/gm, '&nbsp;');
}

/** URLs become links where they are on their own line, as ours are. */
function withLinks(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((each) =>
      /^https?:\/\/[^\s"<>]+$/.test(each) ? `<a href="${escaped(each)}">${escaped(each)}</a>` : escaped(each),
    )
    .join('\n');
}
