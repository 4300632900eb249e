import { remoteConfig } from '../tooling/vite/remote.ts';
import { covers } from './build/covers.ts';

export default remoteConfig('mf-blog', {
  groups: [{ name: 'sanitiser', test: /sanitise\.client|shared.rules.rich-text/ }],
  drawings: { series: { cover: covers } },
});
