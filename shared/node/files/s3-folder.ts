/** A folder of an S3-compatible bucket: objects are read, and written under conditions. */
import { randomUUID } from 'node:crypto';
import type { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { EnvError, httpUrl, readEnv } from '../env.ts';
import { Silence } from './silence.ts';
import { StoreError } from './store-error.ts';

/** An object as it is now. */
export interface S3Object {
  bytes: Buffer;
  /** Changes with the content; quoted, as the bucket sends it. */
  etag: string;
}

/** An object as a bucket lists it. */
export interface ListedObject {
  /** Its name in the folder. */
  file: string;
  bytes: number;
  /** Milliseconds since 1970, by the clock of the bucket. */
  modifiedAt: number;
}

/** The condition for writing an object: only where there is none yet, or only over the one that was read. */
export interface WriteCondition {
  IfNoneMatch?: '*';
  IfMatch?: string;
}

const schema = z.object({
  AWS_ENDPOINT_URL_S3: httpUrl.optional(),
  AWS_ENDPOINT_URL: httpUrl.optional(),
  AWS_REGION: z.string().optional(),
});
const CONNECTED_MS = 3_000;
/** How long all of an object may take to be read, and for how long nothing of a call may move. */
const ANSWERED_MS = 20_000;
/** Beginning of the names of objects that prove that conditions are honoured … */
const PROOF = '.conditional-writes-';
/** … and after how long one counts as left by a process that was killed. */
const INTERRUPTED_MS = 60 * 60_000;

export class S3Folder {
  /** `s3://bucket/prefix`, for messages. */
  readonly url: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #answeredMs: number;
  #client: Promise<S3Client> | undefined;
  #provenConditions: Promise<void> | undefined;
  /** Some servers compare `If-Match` with the bare tag, without its quotes. */
  #takesBareTags = false;

  /**
   * @param url `s3://bucket/prefix`; the prefix may be left out
   * @param variable where the URL was set, for messages
   * @param answeredMs shorter in tests
   * @throws EnvError without a bucket
   */
  constructor(url: string, variable = 'RELEASES_URL', answeredMs = ANSWERED_MS) {
    this.#answeredMs = answeredMs;
    const { hostname, pathname } = new URL(url);
    if (!hostname)
      throw new EnvError(`${variable} is "${url}"; allowed: s3:// and a bucket, like s3://company-releases/site.`);
    this.url = url.replace(/\/$/, '');
    this.#bucket = hostname;
    this.#prefix = pathname.replace(/^\/|\/$/g, '');
  }

  /** An object, or undefined where there is none. @throws StoreError */
  async read(file: string, deadlineMs?: number): Promise<S3Object | undefined> {
    const found = await this.readChanged(file, undefined, deadlineMs);
    return found === 'unchanged' ? undefined : found;
  }

  /**
   * The same, or `unchanged` if it is still the object that was read before.
   * @param deadline how long all of it may take, or for how long nothing may arrive, in milliseconds
   * @throws StoreError
   */
  async readChanged(
    file: string,
    etag: string | undefined,
    deadline: number | { silenceMs: number } = ANSWERED_MS,
  ): Promise<S3Object | 'unchanged' | undefined> {
    const { GetObjectCommand } = await import('@aws-sdk/client-s3');
    const input = { ...this.#at(file), ...(etag && { IfNoneMatch: etag }) };
    let silence: Silence | undefined;
    let abortSignal: AbortSignal | undefined;
    try {
      const client = await this.#connected();
      silence = typeof deadline === 'number' ? undefined : new Silence(deadline.silenceMs);
      abortSignal = silence?.signal ?? AbortSignal.timeout(deadline as number);
      const { Body, ETag } = await client.send(new GetObjectCommand(input), { abortSignal });
      const bytes = silence
        ? await silence.all(Body as AsyncIterable<Uint8Array>)
        : Buffer.from(await Body!.transformToByteArray());
      return { bytes, etag: ETag! };
    } catch (error) {
      if (etag && statusOf(error) === 304) return 'unchanged';
      if (isMissing(error)) return undefined;
      throw this.#failure(file, 'read', error, abortSignal);
    } finally {
      silence?.end();
    }
  }

  /** All objects whose names begin with `beginning`, however many. @throws StoreError */
  async list(beginning = ''): Promise<ListedObject[]> {
    const { paginateListObjectsV2 } = await import('@aws-sdk/client-s3');
    const { Bucket, Key: Prefix } = this.#at(beginning);
    const listed: ListedObject[] = [];
    try {
      const client = await this.#connected();
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix })) {
        for (const { Key = '', Size: bytes = 0, LastModified } of Contents) {
          const file = Key.slice(Prefix.length - beginning.length);
          listed.push({ file, bytes, modifiedAt: LastModified?.getTime() ?? 0 });
        }
      }
      return listed;
    } catch (error) {
      throw this.#failure(beginning, 'listed', error);
    }
  }

  /** Size of an object in bytes, or undefined where there is none. @throws StoreError */
  async size(file: string): Promise<number | undefined> {
    const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
    try {
      const { ContentLength } = await (await this.#connected()).send(new HeadObjectCommand(this.#at(file)));
      return ContentLength;
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw this.#failure(file, 'read', error);
    }
  }

  /**
   * @returns whether it was written: false if the condition does not hold
   * @throws StoreError even if the server ignores conditions
   */
  async write(file: string, bytes: Buffer | string, condition: WriteCondition): Promise<boolean> {
    this.#provenConditions ??= this.#proveConditions().catch((error: unknown) => {
      this.#provenConditions = undefined;
      throw error;
    });
    await this.#provenConditions;
    return (await this.#put(file, bytes, condition)) !== undefined;
  }

  /** Writes an object whether or not there is one already: for names that are used only once. @throws StoreError */
  async put(
    file: string,
    bytes: Uint8Array,
    { type, deadlineMs }: { type: string; deadlineMs: number },
  ): Promise<void> {
    await this.#put(file, bytes, {}, { type, deadlineMs });
  }

  /** Proves that the server honours conditions. Servers that ignore them would lose one of two simultaneous writes. */
  async #proveConditions(): Promise<void> {
    const file = PROOF + randomUUID();
    const put = (condition: WriteCondition): Promise<string | undefined> => this.#put(file, 'x', condition);
    try {
      const etag = (await put({}))!;
      const isIgnored = (await put({ IfNoneMatch: '*' })) ?? (await put({ IfMatch: `"${'0'.repeat(32)}"` }));
      if (isIgnored === undefined) {
        if (await put({ IfMatch: etag })) return await this.#removeOldProofs(file);
        this.#takesBareTags = true;
        if (await put({ IfMatch: etag })) return await this.#removeOldProofs(file);
      }
      throw new StoreError(
        `${this.url} is on a server that does not know If-Match and If-None-Match for writing. ` +
          'Releases need them: without them, one of two simultaneous releases could be lost. Use another server or version.',
      );
    } finally {
      await this.remove(file).catch(() => {});
    }
  }

  /** Removes what killed processes left. @param newest whose date is the present, by the clock of the bucket */
  async #removeOldProofs(newest: string): Promise<void> {
    const proofs = await this.list(PROOF).catch(() => []);
    const now = proofs.find(({ file }) => file === newest)?.modifiedAt ?? 0;
    for (const { file, modifiedAt } of proofs)
      if (now - modifiedAt > INTERRUPTED_MS) await this.remove(file).catch(() => {});
  }

  /** @returns the new object's tag; undefined when the condition does not hold */
  async #put(
    file: string,
    bytes: Uint8Array | string,
    { IfMatch, IfNoneMatch }: WriteCondition,
    { type, deadlineMs }: { type?: string; deadlineMs?: number } = {},
  ): Promise<string | undefined> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const condition = {
      ...(IfNoneMatch && { IfNoneMatch }),
      ...(IfMatch && { IfMatch: this.#takesBareTags ? IfMatch.replaceAll('"', '') : IfMatch }),
    };
    const limit = within(deadlineMs);
    try {
      const client = await this.#connected();
      const { ETag } = await client.send(
        new PutObjectCommand({ ...this.#at(file), Body: bytes, ...(type && { ContentType: type }), ...condition }),
        limit,
      );
      return ETag!;
    } catch (error) {
      // 409: another write of the same object was under way. 404: the object to replace is gone.
      if ([409, 412].includes(statusOf(error) ?? 0) || (IfMatch && isMissing(error))) return undefined;
      throw this.#failure(file, 'written', error, limit.abortSignal);
    }
  }

  /** @throws StoreError */
  async remove(file: string, deadlineMs?: number): Promise<void> {
    const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
    const limit = within(deadlineMs);
    try {
      const client = await this.#connected();
      await client.send(new DeleteObjectCommand(this.#at(file)), limit);
    } catch (error) {
      throw this.#failure(file, 'removed', error, limit.abortSignal);
    }
  }

  #at(file: string): { Bucket: string; Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix ? `${this.#prefix}/${file}` : file };
  }

  /** Loaded on first use: most processes read no bucket, and the client is large. */
  #connected(): Promise<S3Client> {
    this.#client ??= import('@aws-sdk/client-s3').then(({ S3Client }) => {
      const { AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL, AWS_REGION } = readEnv(schema);
      const isElsewhere = Boolean(AWS_ENDPOINT_URL_S3 ?? AWS_ENDPOINT_URL);
      return new S3Client({
        // Most servers other than Amazon's have no regions, and no host name for each bucket.
        ...(isElsewhere && { region: AWS_REGION ?? 'us-east-1', forcePathStyle: true }),
        // Files are compared with their SHA-384; Amazon's further checksums are unknown to some servers.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        // Its `requestTimeout` ends nothing, and would end a large file on a slow line.
        requestHandler: { connectionTimeout: CONNECTED_MS, socketTimeout: this.#answeredMs },
      });
    });
    return this.#client;
  }

  /** @param limit of time; what ended at it failed because of it, and the client says no more than 'aborted' */
  #failure(file: string, done: string, error: unknown, limit?: AbortSignal): Error {
    // The error of a wrong setting explains itself.
    if (error instanceof EnvError) return error;
    return new StoreError(`${this.url}/${file} cannot be ${done}: ${reasonOf(limit?.aborted ? limit.reason : error)}`);
  }
}

/** Each attempt has its own limit; this limits all of them together. */
const within = (deadlineMs: number | undefined): { abortSignal?: AbortSignal } =>
  deadlineMs === undefined ? {} : { abortSignal: AbortSignal.timeout(deadlineMs) };

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** A bucket that does not exist is answered with 404, too. */
const isMissing = (error: unknown): boolean => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket';

/** Node's errors about failed connections keep the reason in their inner errors. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(String).join(', ');
  return String(error);
}
