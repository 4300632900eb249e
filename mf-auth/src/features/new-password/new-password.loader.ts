import type { LoaderFunctionArgs } from 'react-router-dom';
import { accountCalls } from 'shared/contracts/account';
import { getLinkedEmail } from '../../form/linked-email.ts';

export const loader = (args: LoaderFunctionArgs) => getLinkedEmail(accountCalls.newPassword, args);
