/** Longest time that anything may take in all, in milliseconds. */
const LONGEST_MS = 60_000;
/** The most that one body may have, far above any file of a release: one without an end would fill the memory. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * A deadline for what comes over the network that puts itself off with each piece: a host that hangs is given up soon,
 * and a large file may still come over a slow line.
 */
export class Silence {
  readonly signal: AbortSignal;
  readonly #timer: NodeJS.Timeout;

  /** @param ms how long nothing may arrive */
  constructor(ms: number) {
    const silent = new AbortController();
    const reason = new DOMException(`Nothing arrived for ${ms} ms`, 'TimeoutError');
    this.#timer = setTimeout(() => silent.abort(reason), ms);
    this.signal = AbortSignal.any([silent.signal, AbortSignal.timeout(LONGEST_MS)]);
  }

  /**
   * All of a body that was requested with the signal.
   * @throws Error if it has more bytes than `most`
   */
  async all(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, most = MOST_BYTES): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of body) {
      this.#timer.refresh();
      bytes += piece.length;
      if (bytes > most) throw new Error(`It has more than ${most} bytes`);
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  /** Call it when everything has arrived, or has failed. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
