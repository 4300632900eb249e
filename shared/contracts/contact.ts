/** Shape of the contact call. */

/** Answer with status 201. */
export interface ContactReceipt {
  id: string;
}

export const contactCall = '/api/post/form';
