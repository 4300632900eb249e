import { remoteConfig } from '../tooling/vite/remote.ts';
import { legalTexts } from './build/legal-texts.ts';

export default remoteConfig('mf-marketing', { plugins: [legalTexts()] });
