import { PASSWORD_MIN } from '../limits.ts';

/**
 * A word of encouragement about a password while it is typed; nothing while there is nothing to say. Length is what
 * counts: no rule asks for digits or signs.
 */
export function passwordHint(password: string): string {
  if (password === '') return '';
  const missing = PASSWORD_MIN - password.length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  if (new Set(password.toLowerCase()).size < PASSWORD_MIN / 2)
    return 'Long enough, but easy to guess: the same few characters repeat.';
  return password.length < 2 * PASSWORD_MIN ? 'Long enough. Longer is stronger.' : 'Strong.';
}
