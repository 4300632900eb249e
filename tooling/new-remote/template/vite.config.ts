import { remoteConfig } from '../../vite/remote.ts';

export default remoteConfig('mf-template');
