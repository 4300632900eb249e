/** Whether a file on disk is the one that was released, with the compressed forms that stand beside it. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** What servers send instead of the file to browsers that take it. */
export const COMPRESSED_FORMS = ['.br', '.gz'] as const;
const decompress = { '.br': promisify(brotliDecompress), '.gz': promisify(gunzip) };

/**
 * The file and its forms that are missing or altered, by their endings: `['']` is the file itself. Forms need not be there.
 * @param isWhole compares with what was released
 */
export async function damagedForms(file: string, isWhole: (bytes: Buffer) => boolean): Promise<string[]> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes || !isWhole(bytes)) return [''];
  const each = COMPRESSED_FORMS.map(async (form) => {
    const compressed = await readFile(file + form).catch(() => undefined);
    if (!compressed) return [];
    const content = await decompress[form](compressed).catch(() => undefined);
    return content && isWhole(content) ? [] : [form];
  });
  return (await Promise.all(each)).flat();
}
