import type { Listener } from './listener.ts'

type Delivery = { readonly bytes: Uint8Array; readonly listeners: readonly Listener[] }

/** This many writes take about 5 ms, in which nothing else is served. */
const writesAtOnce = 512

/**
 * Returns a function that sends bytes to many listeners, in slices between which the event loop
 * does other work. Each listener gets everything in the order in which it was sent.
 */
export function createFanOut(): (bytes: Uint8Array, listeners: readonly Listener[]) => void {
  let waiting: Delivery[] = []
  let at = 0

  function work(): void {
    let left = writesAtOnce
    let done = 0
    for (const { bytes, listeners } of waiting) {
      const until = Math.min(listeners.length, at + left)
      left -= until - at
      for (; at < until; at += 1) listeners[at]?.send(bytes)
      if (at < listeners.length) break
      at = 0
      done += 1
    }
    waiting = waiting.slice(done)
    if (waiting.length > 0) setImmediate(work)
  }

  return (bytes, listeners) => {
    if (listeners.length === 0) return
    waiting.push({ bytes, listeners })
    // Few listeners of a quiet hub need no turn of their own.
    if (waiting.length === 1) work()
  }
}
