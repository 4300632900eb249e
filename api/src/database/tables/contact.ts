/** Messages of the contact form. */

interface ContactMessagesTable {
  id: string;
  fullName: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  createdAt: string;
}

export interface ContactTables {
  contactMessages: ContactMessagesTable;
}
