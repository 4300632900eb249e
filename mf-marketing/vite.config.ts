import { remoteConfig } from '../tooling/vite/remote.ts';
import { legalTexts } from './build/legal-texts.ts';
import { socialDrawings } from './build/social-drawings.ts';

export default remoteConfig('mf-marketing', {
  plugins: [legalTexts()],
  drawings: { single: socialDrawings },
  // Shared by many pages, and too small for a chunk by itself: it would bring the home page's cloths along.
  groups: [
    {
      name: 'get-in-touch-block',
      modules: ['mf-marketing/src/components/get-in-touch-block', 'shared/content/services'],
    },
    // Likewise: it would bring the fields of forms along.
    { name: 'link-page', modules: ['mf-marketing/src/features/newsletter/link-page'] },
  ],
});
