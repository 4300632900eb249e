/** Loaded first (`node --import`): ends a program when the one that started it is gone, however that ended. */
const CHECK_MS = 300;

const parentAtFirst = process.ppid;
setInterval(() => process.ppid !== parentAtFirst && process.exit(1), CHECK_MS).unref();
