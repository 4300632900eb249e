import { useNavigate } from 'react-router-dom';
import { useMayLead } from 'shared/forms/use-may-lead';

/** @returns leads to what has been sent, unless the visitor goes elsewhere */
export function useArrival(): (path: string) => void {
  const navigate = useNavigate();
  const mayLead = useMayLead();
  return (path) => {
    if (mayLead()) void navigate(path);
  };
}
