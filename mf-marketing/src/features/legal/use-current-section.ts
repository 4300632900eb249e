import { useEffect, useState, type RefObject } from 'react';

/** Px below the window's upper edge: a little more than where a heading lands after a jump to it. */
const READING_LINE_PX = 240;

/** Id of the section that the visitor is reading: the last one whose heading has passed the reading line. */
export function useCurrentSection(text: RefObject<HTMLElement | null>): string | undefined {
  const [current, setCurrent] = useState<string>();

  useEffect(() => {
    const headings = [...text.current!.querySelectorAll('h2')];
    const look = () => {
      const passed = headings.findLast((heading) => heading.getBoundingClientRect().top < READING_LINE_PX);
      setCurrent((passed ?? headings[0])?.id);
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [text]);

  return current;
}
