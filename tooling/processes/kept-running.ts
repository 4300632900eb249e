/** A server that is started again when it dies. */
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningServer } from './servers.ts';

/** How long to wait before a server that died is started again, in milliseconds: doubled each time, up to the cap. */
const PAUSE_MS = 500;
const PAUSE_CAP_MS = 60_000;
/** One that ran for this long, in milliseconds, is restarted as if it had never died. */
const STEADY_MS = 5 * 60_000;

export interface KeptRunning {
  /** The port of its first start. */
  port: number;
  /** Stops it for good. */
  stop(): Promise<void>;
}

/**
 * Starts a server and brings it back at the same port whenever it ends by itself.
 * @param name said in messages: 'The API'
 * @param tell gets one sentence each time
 * @throws ServerNotReady when its first start fails; a later one is tried again
 */
export async function keepRunning(
  name: string,
  start: (port?: number) => Promise<RunningServer>,
  tell: (sentence: string) => void,
): Promise<KeptRunning> {
  const stopping = new AbortController();
  let server = await start();
  const { port } = server;
  const watching = watch();

  async function watch(): Promise<void> {
    let pause = PAUSE_MS;
    let [began, ended]: [number, string] = [performance.now(), ''];
    for (;;) {
      ended = `stopped by itself (status ${await server.exited})`;
      if (stopping.signal.aborted) return;
      if (performance.now() - began > STEADY_MS) pause = PAUSE_MS;
      for (let isBack = false; !isBack; ) {
        tell(`${name} ${ended}; its messages are above. It is started again in ${pause / 1_000} s.`);
        await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        pause = Math.min(pause * 2, PAUSE_CAP_MS);
        began = performance.now();
        try {
          server = await start(port);
          if (stopping.signal.aborted) return void (await server.stop());
          isBack = true;
        } catch (error) {
          ended = `did not start: ${(error as Error).message}`;
        }
      }
      tell(`${name} is back.`);
    }
  }

  return {
    port,
    async stop() {
      stopping.abort();
      await server.stop();
      await watching;
    },
  };
}
