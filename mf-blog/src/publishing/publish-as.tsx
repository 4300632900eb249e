import { PUBLISH_AS_HEADER } from 'shared/contracts/posts';
import { useSession } from 'shared/contracts/shell';

/** The part of a form that names the member as whom the page says it publishes, with script and without. */
export function PublishAs() {
  const session = useSession();
  return session.status === 'signed-in' && <input type="hidden" name={PUBLISH_AS_HEADER} value={session.id} />;
}
