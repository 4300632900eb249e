/** Where this repository is. */
import path from 'node:path';

export const repositoryRoot = path.resolve(import.meta.dirname, '../..');
