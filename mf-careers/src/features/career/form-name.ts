/** Prefix of the ids of the form's controls. */
export const FORM_NAME = 'apply';
