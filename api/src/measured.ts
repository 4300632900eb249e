/** Events in the API that are worth measuring (decision 083): reported where they happen, counted in `measures.ts`. */
import { eventChannel } from 'shared/node/telemetry/event-channel';

/** `postponed`: tried again later. `given up`: a dead letter. */
export const mailSettled = eventChannel<{ result: 'sent' | 'postponed' | 'given up' }>('api.mail');

/** A client was turned away. `limit`: which limit was reached, as one of a few words. */
export const limitReached = eventChannel<{ limit: string }>('api.limit');

/** A statement was run. `operation`: `select`, `insert`, …, `commit`. */
export const statementRun = eventChannel<{ operation: string; seconds: number; isError: boolean }>('api.statement');
