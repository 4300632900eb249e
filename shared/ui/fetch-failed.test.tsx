import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FetchFailed } from './fetch-failed.tsx';

const words = (isOffline: boolean) =>
  renderToStaticMarkup(<FetchFailed what="We could not load the posts." isOffline={isOffline} onRetry={() => {}} />);

test('the page says whose fault it is: the connection is not blamed for a site that is away', () => {
  expect(words(true)).toContain('Check your connection and try again.');
  expect(words(false)).toContain('The fault is ours. Please try again in a minute.');
  expect(words(false)).not.toContain('connection');
});
