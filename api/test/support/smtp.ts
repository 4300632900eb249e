/** A real mail server that tests can make refuse, and take away. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface Reply {
  code: number;
  text: string;
}

export interface MailServer {
  url: string;
  /** Everything that was accepted. */
  received: Email[];
  /** Answers of the next deliveries, in order; after that all are accepted. */
  refuseNext: (...replies: Reply[]) => void;
  /** How long it thinks about each mail from now on, in milliseconds. */
  slow: (ms: number) => void;
  /** Stops listening and drops what is open; {@link MailServer.up} listens on the same port again. */
  down: () => Promise<void>;
  up: () => Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: Email[] = [];
  const refusals: Reply[] = [];
  let port = 0;
  let thinks = 0;
  let server: SMTPServer;

  /** @returns why the mail is refused, if it is @throws Error when it does not arrive whole */
  const receive = async (stream: AsyncIterable<Buffer>): Promise<Error | undefined> => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    const refusal = refusals.shift();
    if (refusal) return Object.assign(new Error(refusal.text), { responseCode: refusal.code });
    received.push(await PostalMime.parse(Buffer.concat(chunks)));
    // The mail counts as accepted before the server confirms it: a client that is gone by then sends it again.
    if (thinks > 0) await new Promise((resolve) => setTimeout(resolve, thinks));
    return undefined;
  };

  const up = async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 100,
      onData: (stream, _session, done) => {
        // A client that is killed in the middle of a mail has not sent it.
        const settle = async () => done(await receive(stream).catch((error: Error) => error));
        void settle();
      },
    });
    server.on('error', () => {});
    const listening = server.listen(port, '127.0.0.1');
    await once(listening, 'listening');
    const bound = listening.address();
    if (typeof bound === 'object' && bound) port = bound.port;
  };
  await up();
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseNext: (...replies) => void refusals.push(...replies),
    slow: (ms) => {
      thinks = ms;
    },
    down: () => new Promise((resolve) => server.close(() => resolve())),
    up,
  };
}
