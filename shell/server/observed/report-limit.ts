import { networkOf } from 'shared/node/http/network-of';

const MINUTE_MS = 60_000;
/** How many reports one network may send in a minute: enough for a school behind one IP address, but no flood. */
const REPORTS_MAX = 120;
/** How many networks are told apart; others wait for the next minute. */
const NETWORKS_MAX = 20_000;

/** How many reports each network may still send. */
export class ReportLimit {
  readonly #now: () => number;
  readonly #sent = new Map<string, number>();
  #since: number;

  /** @param now milliseconds of any clock */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#since = now();
  }

  /** Counts a report. @returns whether it is one too many */
  isExceededBy(ip: string): boolean {
    const now = this.#now();
    if (now - this.#since >= MINUTE_MS) {
      this.#sent.clear();
      this.#since = now;
    }
    const network = networkOf(ip);
    const sent = this.#sent.get(network);
    if (sent === undefined && this.#sent.size >= NETWORKS_MAX) return true;
    this.#sent.set(network, (sent ?? 0) + 1);
    return (sent ?? 0) >= REPORTS_MAX;
  }
}
