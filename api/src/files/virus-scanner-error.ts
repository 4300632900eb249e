/**
 * Whether a file contains a virus is unknown; the message says why, for operators. Visitors are told that files cannot
 * be stored.
 */
export class VirusScannerError extends Error {
  override name = 'VirusScannerError';
}
