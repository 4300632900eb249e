import { appPolicy } from 'shared/contracts/trusted-types';
import type { Case, Screen } from '../../content/cases.ts';
import firstFile from './first-screens.svg?no-inline';
import firstMarkup from './first-screens.svg?raw';
import moreFile from './more-screens.svg?no-inline';
import moreMarkup from './more-screens.svg?raw';

/** Threads of the ground under a case's screens. */
const grounds: Record<Case['id'], string> = { 'case-1': 'blush', 'case-2': 'indigo', 'case-3': 'mangrove' };

/**
 * A screen of a case, in a scene of 400 × 300. A file draws it, under its id: `first-screens.svg` has the screens on
 * the cards, `more-screens.svg` those that a preview adds. `<use>` gives it the page's font and colours; until the file
 * has arrived, the scene shows only its ground (decision 126).
 */
export function CaseScreen({ of: { id, views }, screen }: { of: Case; screen: Screen }) {
  const isFirst = screen === views[0].id;
  return (
    <svg viewBox="0 0 400 300" fontSize="11" fontWeight="550" fill="var(--text)" aria-hidden="true">
      <path fill={`var(--th-${grounds[id]})`} d="M0 0h400v300H0z" />
      {import.meta.env.DEV ? (
        <g dangerouslySetInnerHTML={{ __html: trusted(groupOf(isFirst ? firstMarkup : moreMarkup, screen)) }} />
      ) : (
        <use href={`${isFirst ? firstFile : moreFile}#${screen}`} />
      )}
    </svg>
  );
}

/** A file's group as markup, for development: browsers do not let `<use>` take anything from another origin. */
function groupOf(markup: string, id: string): string {
  const begin = markup.indexOf(`<g id="${id}"`);
  return markup.slice(begin, markup.indexOf('\n  </g>', begin)) + '</g>';
}

/** Trusted Types, which a production site requires of a remote on a developer's machine, too (decision 119). */
const trusted = (markup: string) => appPolicy().createHTML(markup) as unknown as string;
