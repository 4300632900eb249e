/** Posts, their images, and what visitors report. */
import type { Generated } from 'kysely';
import type { ReportReason } from 'shared/contracts/moderation';

interface PostsTable {
  id: Generated<number>;
  title: string;
  /** Sanitised HTML. */
  content: string;
  /** First words of the content, without markup: lists need not read the content. */
  excerpt: string;
  author: string | null;
  createdAt: string;
  /** The account that published it; nothing for posts without an account. */
  ownerId: string | null;
  editedAt: string | null;
  /** Grows with each edit. */
  version: Generated<number>;
}

/** Taken off the site by an administrator. */
interface HiddenPostsTable extends Omit<PostsTable, 'id'> {
  id: number;
  hiddenAt: string;
}

interface ImagesTable {
  /** Made from the data: the same image is stored once. */
  id: string;
  /** Name of its bytes in `storedFiles`: WebP. */
  storedAs: string;
  width: number;
  height: number;
  createdAt: string;
  /** When an administrator took it from the site. */
  hiddenAt: string | null;
}

interface PostImagesTable {
  imageId: string;
  postId: number;
}

/** What visitors say is wrong with posts; nothing says who they are. */
interface PostReportsTable {
  id: string;
  postId: number;
  reason: ReportReason;
  /** Empty if none were given. */
  details: string;
  createdAt: string;
  /** When the company was told. */
  mailedAt: string | null;
}

/** Mailed links that hide a post, once. */
interface HideLinksTable {
  /** SHA-256 of the token, which is only in the mail. */
  hash: string;
  postId: number;
  expiresAt: string;
}

export interface PostTables {
  posts: PostsTable;
  images: ImagesTable;
  postImages: PostImagesTable;
  hiddenPosts: HiddenPostsTable;
  hiddenPostImages: PostImagesTable;
  postReports: PostReportsTable;
  hideLinks: HideLinksTable;
}
