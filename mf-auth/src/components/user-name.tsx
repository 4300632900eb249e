/** Tells password managers whose password a form is about: they would save it under no user name, or a wrong one. */
export function UserName({ email }: { email: string | undefined }) {
  return email && <input type="email" name="email" autoComplete="username" defaultValue={email} readOnly hidden />;
}
