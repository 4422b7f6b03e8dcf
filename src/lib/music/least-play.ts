/** Shorter plays are presses that were taken back: they are not counted. */
export const leastPlaySec = 2
