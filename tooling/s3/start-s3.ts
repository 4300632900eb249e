/**
 * S3-compatible object storage for tests: s3rver, which checks signatures and keeps objects as files. It knows no
 * conditions on writing, so they are checked in front of it here. With `S3_TEST_ENDPOINT`, `S3_TEST_KEY` and
 * `S3_TEST_SECRET` the tests run against a real server instead, and prove that its conditions do what we need.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Server as TcpServer,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';

export interface ObjectStorage {
  /** What a process needs to know of it. */
  env: {
    AWS_ENDPOINT_URL_S3: string;
    AWS_REGION: string;
    AWS_ACCESS_KEY_ID: string;
    AWS_SECRET_ACCESS_KEY: string;
  };
  /** Name of its bucket, which is empty. */
  bucket: string;
  /** Takes it away. */
  down: () => Promise<void>;
  /** Brings it back at the same URL. */
  up: () => Promise<void>;
  stop: () => Promise<void>;
}

interface Options {
  /** Leave the conditions out, like older servers. */
  ignoresConditions?: boolean;
  /** Names that nobody may write, as a bucket's policy says. */
  forbidden?: RegExp;
}

const LOOPBACK = '127.0.0.1';

export async function startS3({ ignoresConditions = false, forbidden }: Options = {}): Promise<ObjectStorage> {
  const { S3_TEST_ENDPOINT, S3_TEST_KEY, S3_TEST_SECRET } = process.env;
  const given = ignoresConditions || forbidden || !S3_TEST_ENDPOINT ? undefined : new URL(S3_TEST_ENDPOINT);
  const folder = await mkdtemp(path.join(tmpdir(), 's3-'));
  const bucket = `releases-${process.pid}-${Date.now()}`;
  const rver = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: bucket, configs: [] }] });
  await rver.configureBuckets();
  const inner = createServer(ignoresConditions ? rver.callback() : withConditions(rver.callback(), forbidden));
  await once(inner.listen(0, LOOPBACK), 'listening');

  const port = given ? Number(given.port) : (inner.address() as AddressInfo).port;
  const outer = interruptible({ port, host: given?.hostname ?? LOOPBACK });
  await outer.up();
  const env = {
    AWS_ENDPOINT_URL_S3: `http://${LOOPBACK}:${outer.port()}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: (given && S3_TEST_KEY) ?? 'S3RVER',
    AWS_SECRET_ACCESS_KEY: (given && S3_TEST_SECRET) ?? 'S3RVER',
  };
  if (given) await createBucket(bucket, env);
  return {
    env,
    bucket,
    down: outer.down,
    up: outer.up,
    async stop() {
      await outer.down();
      inner.closeAllConnections();
      await closed(inner);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createBucket(Bucket: string, env: ObjectStorage['env']): Promise<void> {
  const client = new S3Client({
    endpoint: env.AWS_ENDPOINT_URL_S3,
    region: env.AWS_REGION,
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
  });
  await client.send(new CreateBucketCommand({ Bucket }));
  client.destroy();
}

/** Marks the request by which this proxy itself asks about an object. */
const ASKED_HERE = 'x-asked-here';

/**
 * `If-Match` and `If-None-Match: *` on PUT, as S3 has them since 2024. One request at a time: s3rver keeps content and
 * tag in two files, and nobody may see one without the other.
 */
function withConditions(handle: RequestListener, forbidden?: RegExp): RequestListener {
  let last: Promise<unknown> = Promise.resolve();
  return (request, response) => {
    if (request.headers[ASKED_HERE]) return void handle(request, response);
    // s3rver checks signatures of a bucket's own URL as if no slash stood at its end; without any, everybody may read.
    if (request.method === 'GET' && /^\/[^/?]+\/?\?/.test(request.url ?? '')) delete request.headers.authorization;
    request.pause();
    const answered = new Promise((resolve) => response.once('close', resolve));
    const answer = async (): Promise<void> => {
      const refusal = request.method === 'PUT' ? await refusalOf(request, forbidden) : undefined;
      // Its sender may be gone: killed, for example.
      if (response.destroyed) return;
      if (refusal) {
        request.resume();
        response.writeHead(refusal.status, { 'content-type': 'application/xml' });
        response.end(`<?xml version="1.0"?><Error><Code>${refusal.code}</Code><Message>Not written.</Message></Error>`);
      } else {
        handle(request, response);
      }
      await answered;
    };
    last = last.then(answer).catch((error: unknown) => response.destroy(error as Error));
  };
}

async function refusalOf(
  { headers, url }: IncomingMessage,
  forbidden?: RegExp,
): Promise<{ status: number; code: string } | undefined> {
  if (forbidden?.test(url!.split('?')[0]!)) return { status: 403, code: 'AccessDenied' };
  const { 'if-match': match, 'if-none-match': noneMatch, host } = headers;
  if (!match && !noneMatch) return undefined;
  // Without a signature: s3rver lets everybody read.
  const there = await fetch(`http://${host}${url}`, { method: 'HEAD', headers: { [ASKED_HERE]: 'yes' } });
  if (!there.ok) return match ? { status: 404, code: 'NoSuchKey' } : undefined;
  const holds = noneMatch !== '*' && match === there.headers.get('etag');
  return holds ? undefined : { status: 412, code: 'PreconditionFailed' };
}

/** A door to a server that can be shut, and opened again at the same port. */
function interruptible(target: { port: number; host: string }) {
  const open = new Set<Socket>();
  const server = createTcpServer((from) => {
    const to = connect(target);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one);
      one.pipe(other).on('error', () => one.destroy());
      one.on('error', () => other.destroy()).on('close', () => open.delete(one));
    }
  });
  let port = 0;
  return {
    port: () => port,
    async up(): Promise<void> {
      await once(server.listen(port, LOOPBACK), 'listening');
      ({ port } = server.address() as AddressInfo);
    },
    async down(): Promise<void> {
      if (!server.listening) return;
      for (const socket of open) socket.destroy();
      await closed(server);
    },
  };
}

function closed(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
