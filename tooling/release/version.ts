/** A release's version is derived from its content, so it is unknown while its addresses are being built in. */

/** Length of a version: hexadecimal digits. */
export const VERSION_LENGTH = 14;

/** Stands for the version in built files until the release tool knows it. Same length, so source maps stay right. */
export const VERSION_PLACEHOLDER = '__release_id__';
