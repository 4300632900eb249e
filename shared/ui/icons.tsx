/**
 * Icons on a 24 px grid, 2 px strokes in the text's colour: the shell's class `icon` sets this once for all of them.
 * Decorative: the words beside them carry the meaning.
 */
import type { ReactNode } from 'react';

/** An icon on the site's grid; `drawing` is in its coordinates. */
export function icon(drawing: ReactNode, attributes?: { 'data-onward': '' }) {
  return function Icon({ size = 20 }: { size?: number }) {
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" className="icon" aria-hidden="true" {...attributes}>
        {drawing}
      </svg>
    );
  };
}

/** Points onward: links and buttons move it a little under the pointer. */
export const ArrowIcon = /* @__PURE__ */ icon(<path d="M5 12h14m-6-6 6 6-6 6" />, { 'data-onward': '' });
export const BackIcon = /* @__PURE__ */ icon(<path d="M19 12H5m6 6-6-6 6-6" />);
export const MenuIcon = /* @__PURE__ */ icon(<path d="M4 6h16M4 12h16M4 18h16" />);
export const CloseIcon = /* @__PURE__ */ icon(<path d="m6 6 12 12M18 6 6 18" />);
export const ChevronIcon = /* @__PURE__ */ icon(<path d="m6 9 6 6 6-6" />);
export const MoonIcon = /* @__PURE__ */ icon(<path d="M20 14.4A8.4 8.4 0 1 1 9.6 4a6.6 6.6 0 0 0 10.4 10.4z" />);
export const SunIcon = /* @__PURE__ */ icon(
  <path d="M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2.5v1.5m0 16v1.5M2.5 12H4m16 0h1.5M5.3 5.3l1 1m11.4 11.4 1 1m0-13.4-1 1M6.3 17.7l-1 1" />,
);
export const PhoneIcon = /* @__PURE__ */ icon(
  <path d="M5 3h3.5l2 5-2.3 1.6a13 13 0 0 0 6.2 6.2l1.6-2.3 5 2V19a2 2 0 0 1-2.2 2A16.5 16.5 0 0 1 3 5.2 2 2 0 0 1 5 3z" />,
);
export const MailIcon = /* @__PURE__ */ icon(<path d="M3 5h18v14H3zM3 6.5l9 6.5 9-6.5" />);
export const AlertIcon = /* @__PURE__ */ icon(
  <path d="M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0zM12 7.5V13m0 3.5v.01" />,
);
export const CheckIcon = /* @__PURE__ */ icon(
  <path d="M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0zM7.8 12.3l3 3 5.6-6" />,
);
export const RetryIcon = /* @__PURE__ */ icon(<path d="M20.5 4v5.5H15M19.8 9.5A8.5 8.5 0 1 0 20 14.8" />);
export const EyeIcon = /* @__PURE__ */ icon(
  <path d="M2.5 12C4.9 7.9 8.2 5.8 12 5.8s7.1 2.1 9.5 6.2c-2.4 4.1-5.7 6.2-9.5 6.2S4.9 16.1 2.5 12zm12.3 0a2.8 2.8 0 1 1-5.6 0 2.8 2.8 0 0 1 5.6 0z" />,
);
export const EyeOffIcon = /* @__PURE__ */ icon(
  <path d="M4 4l16 16M9.8 6A9.5 9.5 0 0 1 12 5.8c3.8 0 7.1 2.1 9.5 6.2a16 16 0 0 1-2.7 3.5M6.2 7.6A15.5 15.5 0 0 0 2.5 12c2.4 4.1 5.7 6.2 9.5 6.2 1.5 0 2.9-.3 4.2-1M10 10.1a2.8 2.8 0 0 0 3.9 3.9" />,
);
export const InfoIcon = /* @__PURE__ */ icon(
  <path d="M21.5 12a9.5 9.5 0 1 1-19 0 9.5 9.5 0 0 1 19 0zM12 16.5V11m0-3.5v.01" />,
);
export const WarningIcon = /* @__PURE__ */ icon(<path d="M12 3.5 22 20.5H2zM12 10v4.5m0 3v.01" />);
export const UploadIcon = /* @__PURE__ */ icon(<path d="M12 15.5V3.5m-5 5 5-5 5 5M3.5 15.5v5h17v-5" />);
export const FileIcon = /* @__PURE__ */ icon(<path d="M14 2.5H5.5v19h13V7zM14 2.5V7h4.5M9 12h6m-6 4.5h6" />);
