/**
 * Sends what is in the outbox: each mail at least once, none lost. Any number of workers may share a database; a mail
 * that a killed worker held is sent when its lease ends.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { apart, inSpan } from 'shared/node/telemetry/tracing';
import { mailSettled } from '../measured.ts';
import type { Db } from '../database/schema.ts';
import { type Attachment, readAttachment } from '../files/attachment.ts';
import type { FileStore } from '../files/file-store.ts';
import { openFiles } from '../files/open-files.ts';
import { LEASE_MS, leaseMails, markDead, markSent, type OutboxMail, postpone, release } from './outbox.ts';
import { withoutEmails } from './errors.ts';
import { isPermanent, type MailTransport } from './transport.ts';

/** Mails sent at the same time. */
const BATCH = 5;
/** How often the worker looks for mails that other instances left behind, and for mails that became due. */
const POLL_MS = 5_000;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 60 * 60 * 1000;
/** While the mail server is away, the worker probes it at least this often. */
const LONGEST_PAUSE_MS = 60_000;
/** A stop waits this long for the mail server; the process itself is ended after ten seconds. */
const STOP_PATIENCE_MS = 5_000;
/** A mail that was never accepted is given up this long after it was written, or resent by an administrator. */
const PATIENCE_MS = 3 * 24 * 60 * 60 * 1000;

/** How much of a mail server's reply is read, and how much is kept, in characters. */
const REASON_READ = 10_000;
const REASON_KEPT = 500;

interface WorkerLog {
  info: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
  error: (facts: object, text: string) => void;
}

interface WorkerOptions {
  db: Db;
  transport: MailTransport;
  /** Where attachments are; the database if it is not given. */
  files?: FileStore;
  log: WorkerLog;
  /** Milliseconds to wait after attempt number `attempt`, which begins at 1. */
  backoff?: (attempt: number) => number;
  poll?: number;
  /** Length of a lease, in milliseconds. */
  lease?: number;
  /** How long {@link OutboxWorker.stop} waits for the mail server, in milliseconds. */
  stopPatience?: number;
}

export interface OutboxWorker {
  /** Looks now instead of at the next poll. Call it after a commit that wrote a mail. */
  wake: () => void;
  /**
   * Begins nothing new and waits for the mails that are being sent, but not for a mail server that does not answer: a
   * mail that it has not accepted by then is sent again when its lease ends.
   */
  stop: () => Promise<void>;
}

/** Doubles from five seconds up to an hour, with jitter, so that workers do not return together. */
function exponential(attempt: number): number {
  return Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS) * (0.75 + Math.random() / 2);
}

/** Starts sending at once. */
export function startOutboxWorker(options: WorkerOptions): OutboxWorker {
  const { db, transport, log, backoff = exponential, poll = POLL_MS, lease = LEASE_MS } = options;
  const { files = openFiles(db), stopPatience = STOP_PATIENCE_MS } = options;
  let stopped = false;
  let woken = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** Batches in a row during which the mail server did not answer. */
  let outages = 0;
  /** By a clock that is never set back. */
  let pausedUntil = 0;

  const at = (time: number) => new Date(time).toISOString();

  /** Part of the trace of the request that wrote the mail. @returns whether the mail server answered */
  function deliver(mail: OutboxMail): Promise<boolean> {
    const attributes = { 'mail.topic': mail.topic, 'mail.attempt': mail.attempts, 'mail.transport': transport.name };
    const facts = { kind: 'producer', attributes, parent: mail.traceparent ?? undefined } as const;
    return inSpan('send mail', facts, () => send(mail));
  }

  async function send(mail: OutboxMail): Promise<boolean> {
    const about = { mail: mail.id, topic: mail.topic, attempt: mail.attempts };
    if (stopped) {
      await release(db, mail, at(Date.now()));
      return true;
    }
    let attachment: Attachment | undefined;
    try {
      attachment = mail.attachmentId === null ? undefined : await readAttachment(db, files, mail.attachmentId);
    } catch (error) {
      // Mails without a file do not wait for the file store.
      await fail(mail, error, about);
      return true;
    }
    try {
      await transport.send(mail, attachment);
    } catch (error) {
      await fail(mail, error, about);
      return wasAnswered(error);
    }
    if (!(await markSent(db, mail.id, at(Date.now())))) await transport.withdraw?.(mail);
    mailSettled.tell({ result: 'sent' });
    log.info({ ...about, transport: transport.name }, 'mail sent');
    return true;
  }

  async function fail(mail: OutboxMail, failure: unknown, about: object): Promise<void> {
    const error = shortened(withoutEmails(reasonOf(failure), mail));
    const now = Date.now();
    if (isPermanent(failure) || now - Date.parse(mail.revivedAt ?? mail.createdAt) > PATIENCE_MS) {
      await markDead(db, mail, { now: at(now), error });
      mailSettled.tell({ result: 'given up' });
      log.error({ ...about, error }, 'mail given up, resend it from the dead letters');
      return;
    }
    const wait = backoff(mail.attempts);
    await postpone(db, mail, { nextAttemptAt: at(now + wait), error });
    mailSettled.tell({ result: 'postponed' });
    log.warn({ ...about, error, retryInMs: Math.round(wait) }, 'mail not sent, another attempt follows');
    // Without this a short wait would last until the next poll.
    if (wait < poll) schedule(wait);
  }

  async function drain(): Promise<void> {
    do {
      woken = false;
      for (;;) {
        if (stopped) return;
        const now = Date.now();
        const mails = await leaseMails(db, { now: at(now), until: at(now + lease), limit: BATCH });
        if (mails.length === 0) break;
        const deliveries = mails.map(deliver);
        // If one cannot be settled, the others are still on their way.
        await Promise.allSettled(deliveries);
        const answered = await Promise.all(deliveries);
        if (!answered.includes(true)) return pause();
        outages = 0;
      }
    } while (woken);
  }

  /** Stops sending for a while: trying every waiting mail in turn would only fail in the same way. */
  function pause(): void {
    outages += 1;
    const wait = Math.min(backoff(outages), LONGEST_PAUSE_MS);
    pausedUntil = performance.now() + wait;
    woken = false;
    schedule(wait);
  }

  function run(): void {
    if (stopped) return;
    const wait = pausedUntil - performance.now();
    if (wait > 0) return schedule(wait);
    clearTimeout(timer);
    timer = undefined;
    if (running) {
      woken = true;
      return;
    }
    running = drain()
      .catch((error: unknown) => log.error({ error: shortened(reasonOf(error)) }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined;
        if (woken && !stopped) run();
        else schedule(poll);
      });
  }

  let dueAt = Infinity;
  function schedule(wait: number): void {
    const due = performance.now() + wait;
    if (stopped || (timer && dueAt <= due)) return;
    clearTimeout(timer);
    dueAt = due;
    timer = setTimeout(() => {
      timer = undefined;
      run();
    }, wait);
    timer.unref();
  }

  run();
  return {
    wake: () => apart(run),
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      const settled = new AbortController();
      const late = delay(stopPatience, true, { signal: settled.signal }).catch(() => false);
      const isLate = await Promise.race([running, late]);
      settled.abort();
      if (isLate) log.warn({}, 'the mail server did not answer in time, what it was sent is sent again later');
    },
  };
}

/** Whether the failure is the mail server's answer, rather than the lack of one. */
function wasAnswered(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number';
}

/** What the mail server or the network said, in one line. It may name the recipient: {@link withoutEmails}. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_READ).replace(/\s+/g, ' ');
}

/** For the log and the list of dead letters. Emails must be removed first: half of one would not be recognised. */
function shortened(reason: string): string {
  return reason.slice(0, REASON_KEPT);
}
