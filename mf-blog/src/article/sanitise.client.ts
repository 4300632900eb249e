import DOMPurify from 'dompurify';
import { appPolicy } from 'shared/contracts/trusted-types';
import { allowedAttributes, allowedTags, isImageUrl, isLinkUrl } from 'shared/rules/posts/rich-text';

const purifier = DOMPurify();

purifier.addHook('uponSanitizeAttribute', (element, event) => {
  const tag = element.nodeName.toLowerCase();
  const { attrName, attrValue } = event;
  if (!allowedAttributes[tag]?.includes(attrName)) event.keepAttr = false;
  else if (attrName === 'href' && isLinkUrl(attrValue)) event.forceKeepAttr = true;
  else if (attrName === 'src' && isImageUrl(attrValue)) event.forceKeepAttr = true;
  else if (attrName === 'href' || attrName === 'src') event.keepAttr = false;
});

/** The post's HTML as it may be shown, in the browser. For why there are two sanitisers, see `sanitised.ts`. */
export function sanitise(html: string): string {
  return purifier.sanitize(html, {
    ALLOWED_TAGS: [...allowedTags],
    ALLOWED_ATTR: [...new Set(Object.values(allowedAttributes).flat())],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    TRUSTED_TYPES_POLICY: appPolicy() as never,
  });
}
