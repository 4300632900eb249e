/**
 * A line to PostgreSQL that can lose an answer: the server does what it was told, and the client does not hear of it.
 */
import { connect, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface LosingLine {
  /** Address of the database on this line. */
  url: string;
  /** The next statement that contains this text is carried out, and its connection breaks before the answer. */
  loseAnswerTo: (text: string) => void;
}

/** Opens a line, which ends with the test. @param to address of the database */
export async function openLosingLine(to: string): Promise<LosingLine> {
  const target = new URL(to);
  let lost: string | undefined;
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    let isLosing = false;
    client.on('data', (bytes) => {
      if (lost !== undefined && bytes.includes(lost)) {
        isLosing = true;
        lost = undefined;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => (isLosing ? client.destroy() : client.write(bytes)));
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => {});
      one.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(to);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, loseAnswerTo: (text) => void (lost = text) };
}
