/** Whether a process of this machine runs, whoever owns it. */
export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether what bears a process's id was left behind. Ask only before this process makes its own: in a container, one
 * that was killed may have had the same id.
 */
export function isLeftBehind(processId: number): boolean {
  return processId === process.pid || !isAlive(processId);
}
