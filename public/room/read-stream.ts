import { createParser } from 'eventsource-parser'
import { anySignal } from './any-signal.ts'
import { type RoomMessage, readMessage } from './message.ts'

/** `id` is that of the message; undefined when the message has none. */
export type StreamReader = {
  opened(): void
  heard(message: RoomMessage, id: string | undefined): void
  /** The server asks to wait this long before the next try. */
  retryIn(ms: number): void
}

// A heartbeat comes every 20 s; a phone that changed its network gets nothing from the old one.
const silentMs = 45_000

/**
 * Reads a room's stream to its end, at the given address, and returns the HTTP status. The server
 * may redirect it to another origin. Throws when the connection fails, falls silent or `signal`
 * aborts.
 */
export async function readStream(url: string, signal: AbortSignal, reader: StreamReader): Promise<number> {
  const silence = new AbortController()
  const watch = () => setTimeout(() => silence.abort(new Error('The room fell silent.')), silentMs)
  let watching = watch()
  try {
    const response = await fetch(url, { cache: 'no-store', signal: anySignal(signal, silence.signal) })
    if (response.status !== 200 || !response.body) return response.status
    reader.opened()
    const parser = createParser({
      onEvent({ event, data, id }) {
        const message = readMessage(event, data)
        if (message) reader.heard(message, id)
      },
      onRetry: (ms) => reader.retryIn(ms),
    })
    const decoder = new TextDecoder()
    const body = response.body.getReader()
    for (;;) {
      const { done, value } = await body.read()
      if (done) return 200
      clearTimeout(watching)
      watching = watch()
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    clearTimeout(watching)
  }
}
