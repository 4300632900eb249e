/** What does nothing on the page: a server-rendered page keeps it without its code. */
import { serverRendered } from 'shared/ui/server-rendered';

export const DemoItemRows = serverRendered(async () => (await import('../../static.ts')).DemoItemRows);
