/** The names of the form's fields, as its labels have them. */
export const labels = {
  role: 'Role',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  cv: 'Resume / CV',
  linkedin: 'LinkedIn link',
  about: 'Anything you want to tell us',
} as const;
