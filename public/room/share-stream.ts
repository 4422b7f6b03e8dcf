import { keepStream, type RoomStatus } from './keep-stream.ts'
import type { RoomMessage } from './message.ts'
import { applyMessage, type RoomSnapshot, type RoomStore, restore, snapshotOf } from './room-store.ts'

/** The messages between tabs. `state` answers `ask`, from the tab that has the stream. */
type TabMessage =
  | { kind: 'heard'; message: RoomMessage; id: string | undefined }
  | { kind: 'status'; status: RoomStatus }
  | { kind: 'ask' }
  | { kind: 'state'; snapshot: RoomSnapshot; lastEventId: string | null }

/**
 * Keeps a store up to date from the one stream that all tabs of this browser share, until `signal`
 * aborts. The tab that holds the lock has the stream and informs the others; when it closes, the
 * next one continues after its last event. Where a browser has no locks (on plain HTTP), each tab
 * has a stream of its own.
 */
export function shareStream(path: string, store: RoomStore, signal: AbortSignal): void {
  const name = `room ${path}`
  const channel = new BroadcastChannel(name)
  let lastEventId: string | null = null
  let leads = false
  let isUpToDate = false

  const tell = (message: TabMessage) => channel.postMessage(message)
  const heard = (message: RoomMessage, id: string | undefined) => {
    applyMessage(store, message)
    if (id !== undefined) lastEventId = id === '' ? null : id
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ask') {
      if (leads) tell({ kind: 'state', snapshot: snapshotOf(store), lastEventId })
    } else if (leads) return
    else if (data.kind === 'state') {
      isUpToDate = true
      lastEventId = data.lastEventId
      restore(store, data.snapshot)
    } else if (!isUpToDate) tell({ kind: 'ask' })
    else if (data.kind === 'status') store.status.value = data.status
    else heard(data.message, data.id)
  }
  signal.addEventListener('abort', () => channel.close())

  async function lead(): Promise<void> {
    leads = true
    const events = {
      status(status: RoomStatus) {
        store.status.value = status
        if (!signal.aborted) tell({ kind: 'status', status })
      },
      heard(message: RoomMessage, id: string | undefined) {
        heard(message, id)
        if (!signal.aborted) tell({ kind: 'heard', message, id })
      },
    }
    await keepStream({ path, lastEventId, signal, events })
    // Refused for good: the lock is kept, so that the next tab does not try the same.
    await new Promise<void>((resolve) =>
      signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve()),
    )
  }

  tell({ kind: 'ask' })
  if (!navigator.locks) void lead()
  // An aborted request throws; there is nothing to do then.
  else navigator.locks.request(name, { signal }, lead).catch(() => {})
}
