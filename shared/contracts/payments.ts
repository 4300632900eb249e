/** Events that the company's payment system sends: Standard Webhooks, https://www.standardwebhooks.com. */

export const paymentEventsCall = '/api/payments/events';

/** The events that are handled; others are answered with 200 and ignored. */
export const PAYMENT_SUCCEEDED = 'payment.succeeded';
export const PAYMENT_REFUNDED = 'payment.refunded';

/** Body of {@link paymentEventsCall}, signed with `PAYMENTS_SECRET`. The event's id is in the header `webhook-id`. */
export interface PaymentEvent {
  type: typeof PAYMENT_SUCCEEDED;
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

/** Also a body of {@link paymentEventsCall}. It may come before its payment; a payment may have several. */
export interface RefundEvent {
  type: typeof PAYMENT_REFUNDED;
  /** When it was refunded, ISO 8601. */
  timestamp: string;
  data: {
    /** Id of the payment's event. */
    payment: string;
    /** What was given back, in the smallest unit of the payment's currency. */
    amount: number;
  };
}
