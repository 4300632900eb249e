/** Icons of the editor's tools, on the same grid as the site's other icons. */
import type { ReactNode } from 'react';
import { icon } from 'shared/ui/icons';

const drawing = (content: ReactNode) => {
  const Icon = icon(content);
  return <Icon />;
};

const heading = (level: number) =>
  drawing(
    <>
      <path d="M3 6v12M11 6v12M3 12h8" />
      <text x="14" y="18" fill="currentColor" stroke="none" fontSize="11" fontWeight="700">
        {level}
      </text>
    </>,
  );

export const editorIcons = {
  heading: heading(2),
  subheading: heading(3),
  bold: drawing(<path d="M7 5h6.5a3.5 3.5 0 0 1 0 7H7zm0 7h7.5a3.5 3.5 0 0 1 0 7H7z" />),
  italic: drawing(<path d="M10 5h8M6 19h8M14.5 5l-5 14" />),
  underline: drawing(<path d="M7 4v7a5 5 0 0 0 10 0V4M5 20h14" />),
  strike: drawing(
    <path d="M4 12h16M17 7.5C16 5.5 14.2 4.5 12 4.5c-3 0-4.8 1.5-4.8 3.5 0 1.6 1 2.6 2.6 3.2M6.8 16c.8 2.2 2.8 3.5 5.4 3.5 3 0 5-1.5 5-3.8 0-1-.4-1.9-1-2.5" />,
  ),
  bullets: drawing(<path d="M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01" />),
  numbers: drawing(<path d="M10 6h10M10 12h10M10 18h10M4 4.5l1.5-1V9M3.5 14.5c.5-1.2 3-1 2.5.6L3.5 19H6.5" />),
  indent: drawing(<path d="M4 5h16M11 10h9M11 14h9M4 19h16M4 9l3 3-3 3" />),
  outdent: drawing(<path d="M4 5h16M11 10h9M11 14h9M4 19h16M7 9l-3 3 3 3" />),
  quote: drawing(<path d="M10 7H5v6h5zm0 6c0 2.5-1.5 4-3.5 4.5M19 7h-5v6h5zm0 6c0 2.5-1.5 4-3.5 4.5" />),
  code: drawing(<path d="m8 7-5 5 5 5m8-10 5 5-5 5" />),
  codeBlock: drawing(<path d="M3.5 4.5h17v15h-17zM9 9.5 6.5 12 9 14.5m6-5 2.5 2.5-2.5 2.5" />),
  link: drawing(
    <path d="M10 14a4.5 4.5 0 0 0 6.5.5l3-3a4.6 4.6 0 0 0-6.5-6.5l-1.5 1.5M14 10a4.5 4.5 0 0 0-6.5-.5l-3 3a4.6 4.6 0 0 0 6.5 6.5l1.5-1.5" />,
  ),
  image: drawing(<path d="M3.5 4.5h17v15h-17zM3.5 16l5-5 4.5 4.5 2.5-2.5 5 4.5M15.5 9v.01" />),
  undo: drawing(<path d="M8 4.5 3.5 9 8 13.5M4 9h10a6 6 0 0 1 0 12h-3" />),
  redo: drawing(<path d="m16 4.5 4.5 4.5-4.5 4.5M20 9H10a6 6 0 0 0 0 12h3" />),
  clear: drawing(<path d="M9 20h11M5 15.5 14.5 6l5 5L12 18.5l-2 1.5H8.5z" />),
};
