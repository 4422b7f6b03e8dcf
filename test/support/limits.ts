/**
 * How long a test may take, and how long it may wait for one thing to come about. Both are far more
 * than any test needs: a machine that is busy with something else is no fault of ours, and a test
 * that never ends is ended all the same. Where tests are expected to fail they wait less.
 */
export const testLimitMs = 900_000
export const waitLimitMs = Number(Bun.env.TAPEDECK_TEST_WAIT_MS ?? 240_000)
