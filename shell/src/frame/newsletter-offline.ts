/** Said with and without the script of the newsletter's form. */
export const NEWSLETTER_OFFLINE = 'You are offline. Subscribe again when you are back online.';
