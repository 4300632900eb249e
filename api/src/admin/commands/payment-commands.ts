/** Commands about the referral programme: `record-payment`, `record-refund` and `use-code`. */
import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { findPayer, markRedemptionUsed } from '../../features/referrals/repository.ts';
import { recordPayment, recordRefund } from '../../features/referrals/service.ts';
import { emailAddress, requireDone, wholeNumber, type AdminContext } from './admin-context.ts';

export function addPaymentCommands(admin: Command, { database, services, say }: AdminContext): void {
  admin
    .command('record-payment')
    .description('record a payment by hand')
    .requiredOption('--email <address>', 'who paid', emailAddress)
    .requiredOption('--amount <number>', 'whole number, in the smallest unit of the currency', wholeNumber)
    .requiredOption('--currency <code>', 'three letters of ISO 4217', currency)
    .option('--id <id>', 'record the payment only once under this id; without it, every time', ownId)
    .action(
      async ({ id = randomUUID(), ...payment }: { email: string; amount: number; currency: string; id?: string }) => {
        const isNew = await recordPayment(await services(), {
          ...payment,
          id: `by-hand:${id}`,
          paidAt: new Date().toISOString(),
          source: 'by-hand',
        });
        say(isNew ? 'Recorded.' : 'It was recorded before; nothing was changed.');
      },
    );

  admin
    .command('record-refund')
    .description('record by hand that a payment was refunded, in full or in part')
    .requiredOption('--payment <id>', 'id of the payment, as `list payments` prints it')
    .requiredOption('--amount <number>', "whole number, in the smallest unit of the payment's currency", wholeNumber)
    .option('--id <id>', 'record the refund only once under this id; without it, every time', ownId)
    .action(async ({ id = randomUUID(), payment, amount }: { payment: string; amount: number; id?: string }) => {
      const deps = await services();
      requireDone((await findPayer(deps.db, payment)) !== undefined, `payment ${payment}`);
      const isNew = await recordRefund(deps, {
        id: `by-hand:${id}`,
        paymentId: payment,
        amount,
        refundedAt: new Date().toISOString(),
        source: 'by-hand',
      });
      say(isNew ? 'Recorded.' : 'It was recorded before; nothing was changed.');
    });

  admin
    .command('use-code')
    .description('mark the code of redeemed tokens as used')
    .argument('<code>')
    .action(async (code: string) => {
      const db = await database();
      requireDone(
        await markRedemptionUsed(db, code.trim().toUpperCase(), new Date().toISOString()),
        'unused code with these letters',
      );
      say('Marked as used.');
    });
}

/** What is recorded can be refunded, but not taken back: nothing is ever earned with a currency that does not exist. */
function currency(value: string): string {
  if (!Intl.supportedValuesOf('currency').includes(value))
    throw new InvalidArgumentError('It must be the three capital letters of a currency, like NGN.');
  return value;
}

/** A script whose variable is not set would record one payment, and take all others for the same. */
function ownId(value: string): string {
  if (value.trim() === '') throw new InvalidArgumentError('It must not be empty.');
  return value;
}
