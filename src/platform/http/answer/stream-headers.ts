/**
 * Seconds after which Bun closes a connection that takes nothing. A heartbeat every 20 s keeps it
 * open.
 */
export const idleSec = 25

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const
