import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { loadDrawings } from '../../components/drawn.ts';
import { demoItems } from '../../content/demo-items.ts';

/** The item, or null with status 404. */
export async function loader({ params }: LoaderFunctionArgs) {
  await loadDrawings();
  const item = demoItems.find(({ id }) => String(id) === params.id);
  return item ? { item } : data({ item: null }, { status: 404 });
}
