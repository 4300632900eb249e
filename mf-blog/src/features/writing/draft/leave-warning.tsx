import { useEffect, useRef, useState } from 'react';
import { Button } from 'shared/ui/button';
import { Dialog } from 'shared/ui/dialog';
import { isPlainClick } from 'shared/contracts/links';
import { Actions } from '../editor/actions.tsx';

interface NavigateEvent extends Event {
  navigationType: string;
  destination: { key: string; url: string; sameDocument: boolean };
}
interface NavigationHost {
  navigation?: EventTarget & { traverseTo(key: string): unknown };
}

/** Whether it leads to a place on this page. */
const isHere = ({ pathname, search }: URL | HTMLAnchorElement): boolean =>
  pathname === location.pathname && search === location.search;

/**
 * Asks before the visitor leaves with unsaved words: by a link, by going back where the browser lets pages know, and by
 * closing or reloading, where the browser itself asks.
 */
export function LeaveWarning({ isUnsaved }: { isUnsaved: () => boolean }) {
  const [leave, setLeave] = useState<{ go: () => void }>();
  const asked = useRef(false);
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });

  useEffect(() => {
    const { navigation } = globalThis as NavigationHost;
    const asks = () => !asked.current && latest.current();

    const unload = (event: BeforeUnloadEvent) => {
      if (asks()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      // Links to other sites or in other windows are not this page's business; the browser itself asks when necessary.
      if (!link || link.target || link.origin !== location.origin || link.isContentEditable || !asks()) return;
      if (isHere(link)) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave({ go: () => link.click() });
    };
    const navigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      if (navigationType !== 'traverse' || !destination.sameDocument || !cancelable) return;
      if (isHere(new URL(destination.url)) || !asks()) return;
      event.preventDefault();
      setLeave({ go: () => void navigation?.traverseTo(destination.key) });
    };

    addEventListener('beforeunload', unload);
    addEventListener('click', click, true);
    navigation?.addEventListener('navigate', navigate);
    return () => {
      removeEventListener('beforeunload', unload);
      removeEventListener('click', click, true);
      navigation?.removeEventListener('navigate', navigate);
    };
  }, []);

  const go = () => {
    asked.current = true;
    setLeave(undefined);
    leave?.go();
  };

  return (
    <Dialog open={leave !== undefined} onClose={() => setLeave(undefined)} title="Leave this page?">
      <p>Your latest changes have not been saved.</p>
      <Actions>
        <Button type="button" onClick={() => setLeave(undefined)}>
          Stay
        </Button>
        <Button type="button" $kind="secondary" onClick={go}>
          Leave
        </Button>
      </Actions>
    </Dialog>
  );
}
