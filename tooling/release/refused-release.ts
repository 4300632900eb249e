import { CommandError } from '../processes/command-error.ts';

/** A release or a step that is refused. The message says what is wrong and what is allowed. */
export class RefusedRelease extends CommandError {}
