/** A release's version is derived from its content, so it is unknown while its URLs are being built in. */

/** Replaces the version in built files until the release tool knows it. Same length, so source maps stay right. */
export const VERSION_PLACEHOLDER = '__release_id__';
