/** Sends bytes and reads what comes back, without judging either. */
import { connect } from 'node:net';

/** Longest wait for an answer. */
const PATIENCE_MS = 20_000;
/** The same for what is never complete: long enough for a refusal. */
const SHORT_PATIENCE_MS = 300;
/** The rest of a longer answer is ignored. */
const READ_MAX_BYTES = 2_000_000;

export interface Answer {
  /** 0 if none came. */
  status: number;
  /** Names in lower case. */
  headers: Map<string, string>;
  body: string;
  /** What went wrong: the connection was refused, or nothing came. */
  trouble?: string;
}

/** @param unfinished the rest of the request never comes */
export function exchange(port: number, bytes: Buffer, { unfinished = false } = {}): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let trouble: string | undefined;
    const socket = connect(port, '127.0.0.1');
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
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
      if (length > READ_MAX_BYTES || isComplete(Buffer.concat(chunks))) finish();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that has refused a long body may close while it is still coming.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') trouble = String(error);
    });
    socket.once('close', finish);
    socket.write(bytes);
  });
}

/** Whether the answer says how long it is, or ends with its last chunk, and is all there. */
function isComplete(bytes: Buffer): boolean {
  const text = withoutInterim(bytes.toString('latin1'));
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const head = text.slice(0, end + 2);
  if (/\r\ntransfer-encoding: *chunked\r\n/i.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  return length !== undefined && text.length >= end + 4 + Number(length);
}

const withoutInterim = (text: string): string => text.replace(/^(?:HTTP\/1\.1 1\d\d [^]*?\r\n\r\n)+/, '');

function answerIn(raw: string): Omit<Answer, 'trouble'> {
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
