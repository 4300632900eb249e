/** Begins the title of a page whose form was refused. */
export const ERROR = 'Error: ';
