/** Sits in front of a server and treats requests like failing networks and storages. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** `lost answer`: the request is carried out, but its answer does not arrive. */
export type Trouble =
  | 'none'
  | 'silent'
  | 'status 500'
  | 'status 507'
  | 'quota'
  | 'cut while sending'
  | 'cut while answering'
  | 'lost answer';

export interface FaultyProxy {
  url: string;
  /** What happens to requests from now on. @param method only to those of this one @param file and only about this */
  set: (trouble: Trouble, method?: string, file?: string) => void;
  close: () => Promise<void>;
}

/** @param target origin of the server behind it */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target);
  let trouble: Trouble = 'none';
  let only: string | undefined;
  let about = '';

  const pass = (request: IncomingMessage, response: ServerResponse, answer: (from: IncomingMessage) => void) => {
    const { method, url, headers } = request;
    const onward = httpRequest({ hostname, port, method, path: url, headers }, answer);
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  };
  const refuse = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);

  const server = createServer((request, response) => {
    const isMeant = (only === undefined || only === request.method) && request.url!.includes(about);
    const now = isMeant ? trouble : 'none';
    switch (now) {
      case 'none':
        return pass(request, response, (from) => {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(response);
        });
      case 'silent':
        return request.resume();
      case 'status 500':
        return refuse(response, 500, 'InternalError');
      case 'status 507':
        return refuse(response, 507, 'XMinioStorageFull');
      case 'quota':
        return refuse(response, 403, 'QuotaExceeded');
      case 'cut while sending':
        return request.once('data', () => request.destroy()).once('end', () => response.destroy());
      case 'cut while answering':
        return pass(request, response, (from) => {
          response.writeHead(from.statusCode ?? 502, from.headers);
          from.once('data', (chunk: Buffer) => {
            response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy());
            from.destroy();
          });
          from.once('end', () => response.destroy());
        });
      case 'lost answer':
        return pass(request, response, (from) => {
          from.resume().once('end', () => response.destroy());
        });
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (next, method, file = '') => {
      trouble = next;
      only = method;
      about = file;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
