/** Sends bytes and reads what comes back, without judging either. */
import { connect, type Socket } from 'node:net';

/** Longest wait for an answer. */
const PATIENCE_MS = 20_000;
/** The same for a request that is never complete: long enough for a refusal. */
const SHORT_PATIENCE_MS = 300;
/** The rest of a longer answer is ignored. */
const READ_MAX_BYTES = 2_000_000;

export interface RawAnswer {
  /** 0 if none came. */
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
  /** What went wrong: the connection was refused, or nothing came. */
  trouble?: string;
}

/** Connections to one server that are open, and wait for their next request. */
export class OpenConnections {
  readonly #idle: Socket[] = [];

  take(): Socket | undefined {
    for (let socket = this.#idle.pop(); socket; socket = this.#idle.pop()) {
      socket.removeAllListeners().on('error', () => {});
      if (!socket.destroyed) return socket;
    }
    return undefined;
  }

  /** What still arrives on it belongs to no request, and must not be taken for the next one's answer. */
  keep(socket: Socket): void {
    const drop = (): void => void socket.destroy();
    socket.on('data', drop).on('error', drop).on('end', drop);
    this.#idle.push(socket);
  }

  close(): void {
    for (const socket of this.#idle.splice(0)) socket.destroy();
  }
}

interface Way {
  /** The rest of the request never comes. */
  unfinished?: boolean;
  /** An open connection is taken from here, and brought back if the server leaves it open. */
  connections?: OpenConnections | undefined;
}

export async function exchange(port: number, bytes: Buffer, way: Way = {}): Promise<RawAnswer> {
  const open = way.connections?.take();
  const answer = open && (await exchangeOn(open, bytes, way));
  // The server may have closed it in the same moment.
  const isAnswered = answer && (answer.status !== 0 || answer.trouble !== undefined);
  return isAnswered ? answer : await exchangeOn(connect(port, '127.0.0.1'), bytes, way);
}

function exchangeOn(socket: Socket, bytes: Buffer, { unfinished = false, connections }: Way): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let trouble: string | undefined;
    const finish = ({ stays = false } = {}) => {
      clearTimeout(timer);
      socket.removeAllListeners();
      if (stays) connections?.keep(socket);
      else socket.on('error', () => {}).destroy();
      resolve({ ...answerIn(Buffer.concat(chunks).toString('latin1')), ...(trouble ? { trouble } : {}) });
    };
    const timer = setTimeout(
      () => {
        if (!unfinished) trouble = `no complete answer within ${PATIENCE_MS} ms`;
        finish();
      },
      unfinished ? SHORT_PATIENCE_MS : PATIENCE_MS,
    );
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      const text = Buffer.concat(chunks).toString('latin1');
      if (length > READ_MAX_BYTES) finish();
      else if (isComplete(text)) finish({ stays: connections !== undefined && !CLOSES.test(text) });
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has refused a long body may close while it is still coming.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') trouble = String(error);
    });
    socket.once('close', () => finish());
    socket.write(bytes);
  });
}

const CLOSES = /^HTTP\/1\.0|^[^]*?\r\nconnection: *close\r\n/i;

/** Whether the answer says how long it is, or ends with its last chunk, and is all there. */
function isComplete(all: string): boolean {
  const text = withoutInterim(all);
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end + 2);
  if (/^HTTP\/1\.1 (204|304) /.test(head)) return true;
  if (/\r\ntransfer-encoding: *chunked\r\n/i.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

const withoutInterim = (text: string): string => text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');

function answerIn(raw: string): Omit<RawAnswer, 'trouble'> {
  const text = withoutInterim(raw);
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.split(':', 1)[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()] as const),
  );
  return {
    status: Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0),
    headers,
    body: Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8'),
  };
}
