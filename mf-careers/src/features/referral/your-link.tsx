import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useOrigin } from 'shared/contracts/shell';
import { referralLink } from 'shared/contracts/referrals';
import { Banner } from 'shared/ui/banner';
import { Button } from 'shared/ui/button';
import { Field } from 'shared/ui/field';
import { Toast } from 'shared/ui/toast';

const Box = styled.div`
  display: grid;
  gap: 14px;
  scroll-margin-top: 104px;

  input { font-family: var(--f-mono); font-size: .9375rem; }
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;

  @media (scripting: none) { display: none; }
`;

/** The link, to copy and to share. @param isNew it was asked for on this page: it gets the focus, wherever the button was */
export function YourLink({ code, isNew }: { code: string; isNew: boolean }) {
  const link = referralLink(useOrigin(), code);
  const field = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<string>();
  const [isBlocked, setIsBlocked] = useState(false);
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  useEffect(() => {
    if (isNew) field.current!.focus();
  }, [isNew]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid('Link copied.');
    } catch {
      setIsBlocked(true);
      field.current!.focus();
    }
  };
  // Whoever closes the share sheet has changed their mind: there is nothing to say.
  const share = () => void navigator.share({ url: link }).catch(() => undefined);

  return (
    <Box id="your-link">
      <Field
        ref={field}
        label="Your referral link"
        readOnly
        value={link}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Buttons>
        <Button type="button" $small onClick={copy}>
          Copy link
        </Button>
        {canShare && (
          <Button type="button" $kind="secondary" $small onClick={share}>
            Share
          </Button>
        )}
      </Buttons>
      {isBlocked && (
        <Banner kind="info">
          Your browser does not let this page copy. The link is selected, so you can copy it yourself.
        </Banner>
      )}
      <Toast message={said} onDone={() => setSaid(undefined)} />
    </Box>
  );
}
