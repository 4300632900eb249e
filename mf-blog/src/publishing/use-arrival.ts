import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** @returns leads to what has been sent, unless the visitor has left in the meantime and may be typing elsewhere */
export function useArrival(): (path: string) => void {
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (path) => {
    if (isHere.current) void navigate(path);
  };
}
