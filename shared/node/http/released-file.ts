/** Checks that a file, and the compressed forms beside it, are what was released. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** Endings of the forms that servers send instead of the file to browsers that accept them. */
export const COMPRESSED_FORMS = ['.br', '.gz'] as const;
const decompress = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

/**
 * Endings of the file's forms that are missing or altered; `['']` is the file itself. Forms are optional.
 * @param read gives the form with this ending, or undefined where there is none
 * @param isWhole compares with what was released
 */
export async function damagedForms(
  read: (form: string) => Promise<Buffer | undefined>,
  isWhole: (bytes: Buffer) => boolean,
): Promise<string[]> {
  const bytes = await read('');
  if (!bytes || !isWhole(bytes)) return [''];
  const each = COMPRESSED_FORMS.map(async (form) => {
    const compressed = await read(form);
    if (!compressed) return [];
    const content = await decompress[form](compressed).catch(() => undefined);
    return content && isWhole(content) ? [] : [form];
  });
  return (await Promise.all(each)).flat();
}
