import type { ContactMessage } from 'shared/contracts/contact';
import type { FormErrors } from 'shared/forms/form-control';

/** The fields as they stand on the page: the first one that failed gets the focus. */
export const pageOrder = ['fullName', 'subject', 'email', 'phone', 'message'] as const;

/** What the page shows after a form without script that did not arrive. */
export interface ContactAnswer {
  values: ContactMessage;
  errors: FormErrors<ContactMessage>;
  message: string;
}

/** In the page's address once a form without script has arrived. */
export const SENT = 'sent';
