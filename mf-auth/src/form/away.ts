/** Shown when the API did not answer, or failed. */
export const AWAY = 'We could not reach the account service. Nothing was changed; try again in a moment.';
