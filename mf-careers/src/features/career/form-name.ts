/** The ids of the form's controls begin with it. */
export const FORM_NAME = 'apply';
