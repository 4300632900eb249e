/** The group of users who share a folder. */
export const THEIR_GROUP = 54_320;

/** Statements by which a program of root becomes one of these users. @param user number of its own */
export const becoming = (user: number): string => `
    process.umask(0o002);
    process.setgroups([${THEIR_GROUP}]);
    process.setgid(${THEIR_GROUP});
    process.setuid(${user});`;
