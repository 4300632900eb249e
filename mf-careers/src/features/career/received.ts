export const receivedText = (id: string): string =>
  `Your application has arrived. Its number is ${id}; a receipt is on its way to you by email.`;
