/** Shapes of the application for a role. */

/** Names the roles in URLs: `/career/flutter-developer`. */
export const roleSlugs = [
  'senior-java-developer',
  'frontend-developer',
  'backend-developer',
  'flutter-developer',
  'react-native-developer',
  'react-developer',
] as const;

export type RoleSlug = (typeof roleSlugs)[number];

/** Name of the field that holds the file. */
export const CV_FIELD = 'cv';

/** Answer with status 201. */
export interface ApplicationReceipt {
  /** The application's id; people see its reference (`shared/rules/reference.ts`), also in the receipt by email. */
  id: string;
}

/**
 * POST: takes `idempotency-key` like the contact call. A browser's own form, which prefers HTML, is answered with
 * 303 to the career page, see {@link applicationResult}.
 */
export const applicationCall = '/api/careers/applications';

/** What the career page's URL says about a form that was sent without script. */
export const applicationResult = {
  /** `?received=<id>` */
  received: 'received',
  /** `?refused=<problem code>` … */
  refused: 'refused',
  /** … `&fields=email,cv`, in the order of the form. */
  fields: 'fields',
} as const;
