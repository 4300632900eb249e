/**
 * Publishes what happens in a server: metrics and traces listen, and the publishing code knows neither. Built on Node's
 * `diagnostics_channel`: without listeners, telling costs next to nothing, and nothing is loaded for it.
 */
import { channel } from 'node:diagnostics_channel';

export interface EventChannel<Event extends object> {
  tell: (event: Event) => void;
  /** @returns a function that stops listening */
  listen: (listener: (event: Event) => void) => () => void;
}

/** @param name the same name is the same channel in one process */
export function eventChannel<Event extends object>(name: string): EventChannel<Event> {
  const inner = channel(name);
  return {
    tell(event) {
      if (inner.hasSubscribers) inner.publish(event);
    },
    listen(listener) {
      const take = (event: unknown): void => listener(event as Event);
      inner.subscribe(take);
      return () => void inner.unsubscribe(take);
    },
  };
}
