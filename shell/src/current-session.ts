import { callApi } from 'shared/api-client/api';
import { accountCalls } from 'shared/contracts/account';
import type { Session } from 'shared/contracts/shell';

/** Who is logged in now, as the API says it. */
export const currentSession = (): Promise<Session> => callApi<Session>(accountCalls.session);
