import { signal } from '@preact/signals'
import { keepStream, type RoomStatus } from './keep-stream.ts'
import type { RoomMessage } from './message.ts'
import { applyMessage, type RoomSnapshot, type RoomStore, restore, snapshotOf } from './room-store.ts'

/** The messages between tabs. `state` answers `ask`, from the tab that has the stream. */
type TabMessage =
  | { kind: 'heard'; message: RoomMessage; id: string | undefined }
  | { kind: 'status'; status: RoomStatus }
  | { kind: 'ask' }
  | { kind: 'along'; isAlong: boolean }
  | { kind: 'state'; snapshot: RoomSnapshot; lastEventId: string | null }

/**
 * Keeps a store up to date from the one stream that all tabs of this browser share, until `until`
 * aborts. The tab that holds the lock has the stream and informs the others; when it closes, the
 * next one continues after its last event. Where a browser has no locks (on plain HTTP), each tab
 * has a stream of its own.
 */
export function shareStream(path: string, store: RoomStore, until: AbortSignal): void {
  const name = `room ${path}`
  const channel = new BroadcastChannel(name)
  let lastEventId: string | null = null
  let leads = false
  let isUpToDate = false
  /** Whether one of this browser's tabs listens along. */
  const isAlong = signal(false)

  const tell = (message: TabMessage) => channel.postMessage(message)
  const heard = (message: RoomMessage, id: string | undefined) => {
    applyMessage(store, message)
    if (id !== undefined) lastEventId = id === '' ? null : id
  }

  const tellAlong = (isNow: boolean) => {
    isAlong.value = isNow
    tell({ kind: 'along', isAlong: isNow })
  }

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    // Without locks each tab has its own stream, and tells of itself.
    if (!navigator.locks) return
    if (data.kind === 'along') {
      // One tab stops; this one still listens along.
      if (!data.isAlong && store.isAlong.value) tellAlong(true)
      else isAlong.value = data.isAlong
      return
    }
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
  const unfollow = store.isAlong.subscribe((isNow) => {
    if (isNow !== isAlong.value) tellAlong(isNow)
  })
  until.addEventListener('abort', () => {
    unfollow()
    if (store.isAlong.value) tellAlong(false)
    channel.close()
  })

  async function lead(): Promise<void> {
    leads = true
    // A tab that crashed said nothing: those that still listen along answer.
    if (isAlong.value !== store.isAlong.value) tellAlong(store.isAlong.value)
    const events = {
      status(status: RoomStatus) {
        store.status.value = status
        if (!until.aborted) tell({ kind: 'status', status })
      },
      heard(message: RoomMessage, id: string | undefined) {
        heard(message, id)
        if (!until.aborted) tell({ kind: 'heard', message, id })
      },
    }
    await keepStream({ path, lastEventId, isAlong, signal: until, events })
    // Refused for good: the lock is kept, so that the next tab does not try the same.
    await new Promise<void>((resolve) => (until.aborted ? resolve() : until.addEventListener('abort', () => resolve())))
  }

  tell({ kind: 'ask' })
  if (!navigator.locks) void lead()
  // An aborted request throws; there is nothing to do then.
  else navigator.locks.request(name, { signal: until }, lead).catch(() => {})
}
