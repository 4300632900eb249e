import { referenceOf } from 'shared/rules/reference';

export const receivedText = (id: string): string =>
  `Your application has arrived. Its reference is ${referenceOf(id)}.`;
