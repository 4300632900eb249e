/**
 * Every limit that browser and API share, except those of a single field of a form, which are in the form's table.
 * Lengths count UTF-16 units, as `.length` does.
 */

/** Longest title of a post. */
export const TITLE_MAX = 200;

/** Longest author's name of a post. */
export const AUTHOR_MAX = 100;

/** Longest content of a post (HTML or plain text). Bounds what sanitising may cost. */
export const CONTENT_MAX = 200_000;

/** Most posts that one page of a list holds (shared decision on the blog's lists). */
export const PAGE_SIZE = 50;

/**
 * Longest content of one page of full posts, not counting its first post; so a page may hold fewer than
 * {@link PAGE_SIZE}.
 */
export const PAGE_CONTENT_MAX = 1_000_000;

/** Longest excerpt of a list entry. */
export const EXCERPT_MAX = 180;

/** RFC 5321: the longest e-mail address that can be delivered to. */
export const EMAIL_MAX = 254;

/** Longest search that counts; what follows is ignored. */
export const SEARCH_MAX = 200;

/** Largest image that may be sent for a post, in bytes. */
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024;

/** Such an image may be at most this wide and this high, in pixels, … */
export const IMAGE_SENT_SIDE_MAX_PX = 12_000;

/** … have at most this many pixels in all, which is what phone cameras produce, … */
export const IMAGE_PIXELS_MAX = 50_000_000;

/** … and take at most this many bytes while it is decoded. 12 million pixels fit, however they are stored. */
export const IMAGE_DECODED_MAX_BYTES = 200_000_000;

/** A stored image is at most this wide and this high, in pixels. */
export const IMAGE_SIDE_MAX_PX = 1600;

/** Images that one IP address may send per day. */
export const IMAGES_PER_DAY = 100;

/** Largest JSON body of a contact message, in bytes: every character may be written as `\uXXXX`. */
export const CONTACT_BODY_MAX_BYTES = 64 * 1024;

/** Largest JSON body of a new post, in bytes, for the same reason. */
export const POST_BODY_MAX_BYTES = 6 * CONTENT_MAX + 16 * 1024;

/** Longest `Idempotency-Key`. */
export const IDEMPOTENCY_KEY_MAX = 255;

/** How long the link that confirms a subscription to the newsletter works, in days. */
export const CONFIRMATION_DAYS = 7;

/** How many contact messages, and how many posts, one IP address may send per minute. */
export const POSTS_PER_MINUTE = 30;

/** How many subscriptions to the newsletter one IP address may ask for per hour. */
export const SIGN_UPS_PER_HOUR = 60;

/** How many reports about posts one IP address may send per hour. */
export const REPORTS_PER_HOUR = 20;

/** The company gets at most one mail about reports of the same post within this many hours. */
export const REPORT_MAIL_HOURS = 6;

/** How long the mailed link that hides a post works, in days. */
export const HIDE_LINK_DAYS = 30;

/** Largest CV, in bytes. */
export const CV_MAX_BYTES = 5 * 1024 * 1024;

/** Longest name of a CV's file. */
export const CV_NAME_MAX = 255;

/** What an unpacked DOCX may hold at most: bytes, and files. */
export const CV_UNPACKED_MAX_BYTES = 50 * 1024 * 1024;
export const CV_ENTRIES_MAX = 1_000;

/** How many applications one IP address may send per hour. */
export const APPLICATIONS_PER_HOUR = 60;

/** Shortest and longest password (OWASP ASVS 5.0, 6.2). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

/** Longest name of a passkey, and how many of them an account has at most. */
export const PASSKEY_NAME_MAX = 60;
export const PASSKEYS_MAX = 20;

/** Longest name of an account's owner. */
export const NAME_MAX = 100;

/** How long the mailed link to a new password works, in minutes. */
export const RESET_MINUTES = 30;

/** How long the mailed link that confirms an account's email works, in hours. */
export const CONFIRM_HOURS = 24;
