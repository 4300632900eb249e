/**
 * A release can get at the ports of its thread (decision 055). What it sends there is read by Node's own code in the
 * serving thread before it is read here, and that code trusts it: what it does not expect would end the process.
 */
import { Worker } from 'node:worker_threads';

/** Node's name for one of its own methods. */
function nameOf(prototype: object, description: string): symbol {
  const found = Object.getOwnPropertySymbols(prototype).find((symbol) => symbol.description === description);
  if (!found)
    throw new Error(`This version of Node has no method "${description}" there: look at what took its place.`);
  return found;
}

/** Reads what a thread reports about itself, through a port that is not the one for its program's messages. */
const READ = nameOf(Worker.prototype, 'kOnMessage');

// A stream that has been handed over has its own port, whose messages Node reads as well. None is handed over
// here, and one that cannot be taken is a message that cannot be read.
for (const { prototype } of [ReadableStream, WritableStream, TransformStream, AbortSignal]) {
  const value = () => {
    throw new TypeError('A thread sends nothing but data.');
  };
  Object.defineProperty(prototype, nameOf(prototype, 'messaging_deserialize_symbol'), { value });
}

/**
 * @param onRead called with each message to Node's own code, before it is read
 * @param onFault called with what went wrong while it was read
 */
export function guardPorts(worker: Worker, onRead: () => void, onFault: (error: Error) => void): void {
  const read = Reflect.get(worker, READ) as (message: unknown) => void;
  const value = (message: unknown): void => {
    onRead();
    try {
      read.call(worker, message);
    } catch (error) {
      onFault(error as Error);
    }
  };
  Object.defineProperty(worker, READ, { value });
  for (const stream of [worker.stdout, worker.stderr]) stream.on('error', onFault);
}
