/** One file that is lost keeps a command from none of the others: it is named at the end. */
import { FileStoreError, LostFileError } from './file-store-error.ts';

export class LostFiles {
  readonly #reasons: string[] = [];

  /** @returns nothing for a file that is lost @throws FileStoreError when others would fail, too */
  async unlessLost<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof LostFileError)) throw error;
      this.#reasons.push(error.message);
      return undefined;
    }
  }

  /** @param done with all others @throws FileStoreError that names each file that is lost, if there is one */
  report(done: string): void {
    if (this.#reasons.length > 0)
      throw new FileStoreError([`All other files are ${done}. These are lost:`, ...this.#reasons].join('\n'));
  }
}
