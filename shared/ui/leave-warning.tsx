import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { isFollowed, isPlainClick } from '../contracts/links.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

interface NavigateEvent extends Event {
  navigationType: string;
  destination: { key: string; url: string; sameDocument: boolean };
}
interface NavigationHost {
  navigation?: EventTarget & { traverseTo(key: string): unknown };
}

interface LeaveWarningProps {
  /** Whether something would be lost now; always, if left out. */
  isDue?: () => boolean;
  /** What would be lost. */
  children: ReactNode;
}

/**
 * Asks before the visitor leaves the page: by a link, by going back where the browser lets pages know, and by closing
 * or reloading, where the browser itself asks (decision 023).
 */
export function LeaveWarning({ isDue = () => true, children }: LeaveWarningProps) {
  const [leave, setLeave] = useState<{ go: () => void }>();
  const asked = useRef(false);
  const latest = useRef(isDue);
  useEffect(() => {
    latest.current = isDue;
  });

  useEffect(() => {
    const { navigation } = globalThis as NavigationHost;
    const asks = () => !asked.current && latest.current();
    const leadsAway = (url: string) => new URL(url).pathname !== location.pathname;

    const unload = (event: BeforeUnloadEvent) => {
      if (asks()) event.preventDefault();
    };
    const click = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
      // Where the browser follows the link, it asks itself.
      if (!link || !isPlainClick(event) || !isFollowed(link) || !leadsAway(link.href) || !asks()) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave({ go: () => link.click() });
    };
    const navigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      if (navigationType !== 'traverse' || !destination.sameDocument || !cancelable) return;
      if (!leadsAway(destination.url) || !asks()) return;
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
      <p>{children}</p>
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
