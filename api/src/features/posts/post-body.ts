import { postForm } from 'shared/rules/posts/post-form';
import { formBody } from '../../http/schemas.ts';

/** Body of a post that is published or edited. */
export const newPost = formBody(postForm, { mustBeSent: ['title', 'content'] });
