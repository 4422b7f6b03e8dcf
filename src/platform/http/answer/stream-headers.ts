/** Bun closes a connection that takes nothing for so many seconds; a heartbeat comes every 20 s. */
export const idleSec = 25

export const streamHeaders = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
} as const
