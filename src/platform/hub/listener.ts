import type { Member } from './event.ts'

export type Listener = {
  readonly member: Member | null
  readonly stream: ReadableStream<Uint8Array>
  /** Sends bytes, which a room's listeners may share. One that lags too far is dropped. */
  send(bytes: Uint8Array): void
  /** Called when the first listener comes, and when something was missed. */
  end(last: Uint8Array): void
}

type ListenerOptions = {
  member: Member | null
  first: readonly Uint8Array[]
  /** The message to a listener that is dropped because it reads too slowly. */
  whenDropped: Uint8Array
  /** Called once, when the stream has ended or is going to. */
  left: () => void
}

/**
 * The most bytes that may wait for a listener: its own writes, and bytes that it shares with the
 * others of its room.
 */
const most = { frames: 256, bytes: 1_048_576 }

/**
 * Creates the stream of a listener. Bun asks for more only when the connection has accepted the
 * previous data: data that arrives meanwhile waits in a bounded queue. A connection that accepts
 * nothing at all is closed by Bun's idle timeout (rule: slow-listeners).
 */
export function createListener({ member, first, whenDropped, left }: ListenerOptions): Listener {
  let queue = [...first]
  // The first data may be long: only later data tells how far a listener lags behind.
  let queuedBytes = 0
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isWanted = false
  let hasLeft = false

  const leave = () => {
    if (hasLeft) return
    hasLeft = true
    left()
  }
  const give = (to: ReadableStreamDefaultController<Uint8Array>) => {
    isWanted = false
    const [only] = queue
    const bytes = queue.length === 1 && only ? only : Buffer.concat(queue)
    queue = []
    queuedBytes = 0
    to.enqueue(bytes)
    if (hasLeft) to.close()
  }
  const end = (last: Uint8Array) => {
    if (hasLeft) return
    leave()
    queue = [last]
    if (isWanted && controller) give(controller)
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(own) {
        controller = own
      },
      pull(own) {
        isWanted = true
        if (queue.length > 0) give(own)
      },
      cancel() {
        queue = []
        leave()
      },
    },
    { highWaterMark: 0 },
  )
  return {
    member,
    stream,
    send(bytes) {
      if (hasLeft) return
      // Nothing waits when more is wanted: data shared with all others passes through unchanged.
      if (isWanted && controller) {
        isWanted = false
        controller.enqueue(bytes)
        return
      }
      queue.push(bytes)
      queuedBytes += bytes.length
      if (queue.length > most.frames || queuedBytes > most.bytes) end(whenDropped)
    },
    end,
  }
}
