export { loadOwnPost as loader } from '../../own/own-post.ts';
