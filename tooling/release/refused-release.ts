import { CommandError } from '../processes/command-error.ts';

/** Something that must not be released, or a step that cannot be taken. The message says what is wrong and what is allowed. */
export class RefusedRelease extends CommandError {}
