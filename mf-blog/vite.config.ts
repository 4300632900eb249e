import { remoteConfig } from '../tooling/vite/remote.ts';

export default remoteConfig('mf-blog', [
  { name: 'lists', test: /components.(post-rows|post-list-section|older-posts|no-posts)/ },
  { name: 'writing', test: /features.writing.(column|draft|frame|intent|leave-warning|pop-over|use-draft|use-writer|writing-area)|ui.dialog/ },
  { name: 'sanitiser', test: /sanitise\.client/ },
]);
