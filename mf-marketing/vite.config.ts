import { legalTexts } from '../tooling/vite/legal-texts.ts';
import { remoteConfig } from '../tooling/vite/remote.ts';

export default remoteConfig('mf-marketing', { plugins: [legalTexts()] });
