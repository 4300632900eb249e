import { useCallback, useState } from 'react';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { FetchFailed } from '../ui/fetch-failed.tsx';
import { Busy } from '../ui/loader.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { NotFound, RemoteUnavailable } from '../ui/error-pages.tsx';
import { Toast } from '../ui/toast.tsx';
import { Row } from './rows.tsx';

export function Banners() {
  return (
    <>
      <Banner kind="success">Form submitted successfully!</Banner>
      <Banner kind="error">Submission failed!</Banner>
      <Banner kind="info">The blog is read-only until 5PM.</Banner>
      <Banner kind="warning">
        You are offline.
        <p>We try again when the connection is back.</p>
      </Banner>
    </>
  );
}

export function Toasts() {
  const [message, setMessage] = useState<string>();
  const forget = useCallback(() => setMessage(undefined), []);
  return (
    <Row>
      <Button type="button" $kind="secondary" onClick={() => setMessage('Link copied')}>
        Copy link
      </Button>
      <Toast message={message} onDone={forget} />
    </Row>
  );
}

export function Loading() {
  return (
    <>
      <Row>
        <Busy>Loading...</Busy>
      </Row>
      <Skeleton />
      <FetchFailed what="We could not load the posts." isOffline onRetry={() => {}} />
    </>
  );
}

export function States() {
  return (
    <>
      <NotFound />
      <RemoteUnavailable />
    </>
  );
}
