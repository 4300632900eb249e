/** Writers of contact messages, and what became of those that were acknowledged. */
import { goodMessage, storedMessages } from '../../../api/test/support/contact.ts';
import { contactCall } from '../../../shared/contracts/contact.ts';
import { type Answer, type Instance, type Place, saysBusy, withDatabase } from './instance.ts';

/** How many write at the same time. */
const WRITERS = 8;

/** What visitors were told. */
export interface Told {
  /** Ids of the messages that were acknowledged. */
  acknowledged: Set<string>;
  /** How often they got which other status; 0 for none. */
  refused: Map<number, number>;
  /** How often the site was busy, as it may be. */
  busy: number;
}

export const nothingTold = (): Told => ({ acknowledged: new Set(), refused: new Map(), busy: 0 });

/** Notes an answer that is not the wanted one. */
export function noteRefused(told: Told, answer: Answer): void {
  if (saysBusy(answer)) told.busy += 1;
  else told.refused.set(answer.status, (told.refused.get(answer.status) ?? 0) + 1);
}

/** Sends one message. @returns the status */
export async function writeMessage(instance: Instance, told: Told): Promise<number> {
  const answer = await instance.send(contactCall, goodMessage);
  const { status, body } = answer;
  if (status === 201) told.acknowledged.add((JSON.parse(body) as { id: string }).id);
  else noteRefused(told, answer);
  return status;
}

/** Several write message after message until it is enough or the API is gone. */
export async function writeWhile(instance: Instance, told: Told, goesOn: () => boolean): Promise<void> {
  const writer = async () => {
    while (goesOn() && (await writeMessage(instance, told)) !== 0);
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

interface Kept {
  /** Acknowledged messages that are not there. */
  lost: number;
  /** Messages without the mail that tells about them. */
  withoutMail: number;
}

export async function lookForMessages(place: Place, { acknowledged }: Told): Promise<Kept> {
  const { ids, withoutMail } = await withDatabase(place, storedMessages);
  const stored = new Set(ids);
  return { lost: [...acknowledged].filter((id) => !stored.has(id)).length, withoutMail: withoutMail.length };
}
