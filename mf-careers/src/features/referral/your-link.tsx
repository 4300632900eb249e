import { useEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { useOrigin } from 'shared/contracts/shell';
import { referralLink } from 'shared/contracts/referrals';
import { Button } from 'shared/ui/button';
import { copyLink, CopyNote, LinkField, shareByDevice, type CopyResult } from 'shared/ui/copy-link';

const Box = styled.div`
  display: grid;
  gap: 14px;
  scroll-margin-top: 104px;
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;

  @media (scripting: none) { display: none; }
`;

/** The link, to copy and share. @param isNew created on this page, so it gets the focus, wherever the button was */
export function YourLink({ code, isNew }: { code: string; isNew: boolean }) {
  const link = referralLink(useOrigin(), code);
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<CopyResult>();
  const [canShare, setCanShare] = useState(false);
  useEffect(() => setCanShare('share' in navigator), []);
  useEffect(() => {
    if (isNew) field.current!.focus();
  }, [isNew]);

  const copy = async () => {
    const result = await copyLink(link);
    setCopied(result);
    if (result === 'refused') field.current!.focus();
  };
  const share = async () => (await shareByDevice({ url: link })) || (await copy());

  return (
    <Box id="your-link">
      <LinkField ref={field} label="Your referral link" link={link} />
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
      <CopyNote result={copied} onDone={() => setCopied(undefined)} />
    </Box>
  );
}
