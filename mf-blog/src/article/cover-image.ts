import { motifOf } from 'shared/content/articles';
import covers from 'virtual:social-images/cover';

// Static imports would put the drawings into the browser's code.
const drawings = import.meta.env.SSR ? await import('shared/theme/cloth/generated') : undefined;

/** The cover, which a shared link to a post shows. Undefined in the browser: only crawlers read it. */
export function coverImage(id: number): SocialImage | undefined {
  const choice = drawings?.coverChoice(String(id), motifOf(id));
  return choice && covers?.[choice.sett]?.[choice.motif];
}
