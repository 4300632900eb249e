import { remoteConfig } from '../tooling/vite/remote.ts';
import { legalTexts } from './build/legal-texts.ts';
import { socialDrawings } from './build/social-drawings.ts';

export default remoteConfig('mf-marketing', { plugins: [legalTexts()], drawings: { single: socialDrawings } });
