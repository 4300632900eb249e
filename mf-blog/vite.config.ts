import { remoteConfig } from '../tooling/vite/remote.ts';

export default remoteConfig('mf-blog', { groups: [{ name: 'sanitiser', test: /sanitise\.client|shared.rules.rich-text/ }] });
