/** Events that the company's payment system sends: Standard Webhooks, https://www.standardwebhooks.com. */

export const paymentEventsCall = '/api/payments/events';

/** The only event that means something here; others are answered with 200 and ignored. */
export const PAYMENT_SUCCEEDED = 'payment.succeeded';

/** Body of {@link paymentEventsCall}, signed with `PAYMENTS_SECRET`. The event's id is in the header `webhook-id`. */
export interface PaymentEvent {
  type: string;
  /** When the payment was made, ISO 8601. */
  timestamp: string;
  data: {
    /** Who paid. */
    email: string;
    /** In the currency's smallest unit. */
    amount: number;
    /** ISO 4217. */
    currency: string;
  };
}
