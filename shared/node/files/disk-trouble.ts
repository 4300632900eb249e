/** By code. */
const sentences: Record<string, string> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota of the disk is used up',
  EFBIG: 'A file became larger than allowed',
  EROFS: 'The disk can only be read',
  EACCES: 'This user may not do that',
  EPERM: 'This user may not do that',
  ENOTDIR: 'A file is where a folder should be',
  EISDIR: 'A folder is where a file should be',
};

/** A sentence for an error of the disk, with Node's own words. @returns undefined for any other error */
export function diskTrouble(error: unknown): string | undefined {
  const { code = '', syscall, message } = error as NodeJS.ErrnoException;
  // Node says ENOENT of a folder with its parents even where the disk can only be read.
  const isNoFolder = syscall === 'mkdir' && ['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code);
  const trouble = isNoFolder ? 'A folder cannot be made' : Object.hasOwn(sentences, code) && sentences[code];
  return trouble ? `${trouble}: ${message}.` : undefined;
}
