/** CVs, and the bytes of all stored files. */
import type { Generated } from 'kysely';

/** CVs. */
interface FilesTable {
  id: string;
  /** The name under which it is passed on. */
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Name of its bytes in `storedFiles`. */
  storedAs: string;
  createdAt: string;
}

/** Every file whose bytes are kept. While another row names one, the database refuses to delete it. */
interface StoredFilesTable {
  /** Used once: `cvs/` or `images/` and a random part. */
  name: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in base64url. */
  sha256: string;
  /** `moving`: still here, and perhaps in object storage already. */
  place: 'database' | 'moving' | 'bucket';
  writtenAt: string;
  /** Of the key that it is encrypted with (`CV_KEY`). Size and hash are those of the encrypted bytes. */
  keyName: Generated<string | null>;
}

/** Bytes of those that are in the database; they go with the row in `storedFiles`. */
interface FileContentsTable {
  name: string;
  content: Uint8Array;
}

/** Deleted files that object storage may still have. */
interface DoomedFilesTable {
  name: string;
  doomedAt: string;
}

export interface FileTables {
  files: FilesTable;
  storedFiles: StoredFilesTable;
  fileContents: FileContentsTable;
  doomedFiles: DoomedFilesTable;
}
