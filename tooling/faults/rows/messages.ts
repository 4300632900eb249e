/** Writers of contact messages, and what became of those that were acknowledged. */
import { goodMessage, storedMessages } from '../../../api/test/support/contact.ts';
import { contactCall } from '../../../shared/contracts/contact.ts';
import { type Instance, type Place, withDatabase } from './instance.ts';

/** How many write at the same time. */
const WRITERS = 8;

/** What visitors were told. */
export interface Told {
  /** Ids of the messages that were acknowledged. */
  acknowledged: Set<string>;
  /** How often they got which other status; 0 for none. */
  refused: Map<number, number>;
}

export const nothingTold = (): Told => ({ acknowledged: new Set(), refused: new Map() });

/** Sends one message. @returns the status */
export async function writeMessage(instance: Instance, told: Told): Promise<number> {
  const { status, body } = await instance.send(contactCall, goodMessage);
  if (status === 201) told.acknowledged.add((JSON.parse(body) as { id: string }).id);
  else told.refused.set(status, (told.refused.get(status) ?? 0) + 1);
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
