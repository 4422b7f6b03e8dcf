/**
 * How long a test may take, and how long it may wait for one thing to come about. Both are far more
 * than any test needs: a machine that is busy with something else is no fault of ours, and a test
 * that never ends is ended all the same.
 */
export const testLimitMs = 900_000
export const waitLimitMs = 240_000
