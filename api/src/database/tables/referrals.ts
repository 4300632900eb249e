/** Referral links, payments, and the ledger of tokens. */
import type { Generated } from 'kysely';

interface ReferralCodesTable {
  userId: string;
  code: string;
  createdAt: string;
}

interface ReferralsTable {
  id: string;
  referrerId: string;
  /** Hash of the referred person's email address. */
  personKey: string;
  registeredAt: string;
}

interface PaymentsTable {
  /** Id of the event. */
  id: string;
  /** Hash of the payer's email address. */
  personKey: string;
  /** In the currency's smallest unit. */
  amount: number;
  currency: string;
  paidAt: string;
  source: 'event' | 'by-hand';
  receivedAt: string;
}

interface RefundsTable {
  /** Id of the event. */
  id: string;
  /** It may not have arrived yet. */
  paymentId: string;
  /** In the smallest unit of the payment's currency. */
  amount: number;
  refundedAt: string;
  source: 'event' | 'by-hand';
  receivedAt: string;
}

interface RedemptionsTable {
  id: string;
  referrerId: string;
  use: 'payments' | 'discount';
  code: string;
  /** US cents, like the ledger's. */
  amount: number;
  createdAt: string;
  usedAt: string | null;
}

/** Only appended to: the database refuses everything else. */
interface TokenLedgerTable {
  id: string;
  referrerId: string;
  referralId: string;
  /** A reversal takes a reward back; a settlement evens that out if the tokens had been redeemed. */
  kind: 'reward' | 'redemption' | 'reversal' | 'settlement';
  /** US cents; negative for what is redeemed and for what is taken back. */
  amount: number;
  redemptionId: string | null;
  createdAt: string;
  /** Each reward of the referral begins the next round, counted from 1: a round has at most one entry of each kind. */
  round: Generated<number>;
}

export interface ReferralTables {
  referralCodes: ReferralCodesTable;
  referrals: ReferralsTable;
  payments: PaymentsTable;
  refunds: RefundsTable;
  redemptions: RedemptionsTable;
  tokenLedger: TokenLedgerTable;
}
