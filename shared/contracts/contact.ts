/** Shape of the contact call. */

/** Body of `POST /api/post/form`. `subject` is labelled "Company Name" on the page. */
export interface ContactMessage {
  fullName: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}

/** Answer with status 201. */
export interface ContactReceipt {
  id: string;
}

export const contactCall = '/api/post/form';
