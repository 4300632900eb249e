import { data, type LoaderFunctionArgs } from 'react-router-dom';
import { allLoaded } from 'shared/ui/server-rendered';
import { CoverBand, NotFoundDrawing } from '../../components/static-parts.ts';
import { demoItems } from '../../content/demo-items.ts';

/** The item, or null with status 404. */
export async function loader({ params }: LoaderFunctionArgs) {
  await allLoaded(CoverBand, NotFoundDrawing);
  const item = demoItems.find(({ id }) => String(id) === params.id);
  return item ? { item } : data({ item: null }, { status: 404 });
}
