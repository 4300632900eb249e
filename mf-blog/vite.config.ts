import { remoteConfig } from '../tooling/vite/remote.ts';

export default remoteConfig('mf-blog', [{ name: 'lists', test: /components.(post-rows|post-list-section|older-posts|no-posts)/ }]);
