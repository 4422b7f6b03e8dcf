import { type Signal, signal } from '@preact/signals'
import type { RoomStatus } from './keep-stream.ts'
import type { Activity, Comment, DropNews, Person, Position, RoomMessage, Tip } from './message.ts'

/** A room as it is shown; all lists are in order of time. */
export type RoomStore = {
  readonly status: Signal<RoomStatus>
  readonly listeners: Signal<number>
  readonly members: Signal<readonly Person[]>
  readonly comments: Signal<readonly Comment[]>
  readonly activity: Signal<readonly Activity[]>
  readonly tips: Signal<readonly Tip[]>
  /** The newest leaders of each drop. */
  readonly drops: Signal<readonly DropNews[]>
  /** Where the leader was, and when that was heard (`performance.now()`); null without one. */
  readonly position: Signal<LedPosition | null>
  /** Whether this tab listens along: its page sets it, and the room's stream tells the server. */
  readonly isAlong: Signal<boolean>
}

export type LedPosition = Position & { heardAtMs: number }

export type RoomSnapshot = {
  status: RoomStatus
  listeners: number
  members: readonly Person[]
  comments: readonly Comment[]
  activity: readonly Activity[]
  tips: readonly Tip[]
  drops: readonly DropNews[]
}

const most = { comments: 300, activity: 50, tips: 50 }

export const createRoomStore = (): RoomStore => ({
  status: signal<RoomStatus>('opening'),
  listeners: signal(0),
  members: signal<readonly Person[]>([]),
  comments: signal<readonly Comment[]>([]),
  activity: signal<readonly Activity[]>([]),
  tips: signal<readonly Tip[]>([]),
  drops: signal<readonly DropNews[]>([]),
  position: signal<LedPosition | null>(null),
  isAlong: signal(false),
})

export const snapshotOf = (store: RoomStore): RoomSnapshot => ({
  status: store.status.value,
  listeners: store.listeners.value,
  members: store.members.value,
  comments: store.comments.value,
  activity: store.activity.value,
  tips: store.tips.value,
  drops: store.drops.value,
})

export function restore(store: RoomStore, snapshot: RoomSnapshot): void {
  store.status.value = snapshot.status
  store.listeners.value = snapshot.listeners
  store.members.value = snapshot.members
  store.comments.value = snapshot.comments
  store.activity.value = snapshot.activity
  store.tips.value = snapshot.tips
  store.drops.value = snapshot.drops
}

/**
 * Adds comments that a store does not have yet, such as the one that was just posted and will also
 * arrive by the stream.
 */
export function addComments({ comments }: RoomStore, more: readonly Comment[]): void {
  const known = new Set(comments.value.map(({ id }) => id))
  const fresh = more.filter(({ id }) => !known.has(id))
  if (fresh.length > 0) comments.value = [...comments.value, ...fresh].slice(-most.comments)
}

/** A page comes with the tips of the day, and some are sent again. */
export function addTips({ tips }: RoomStore, more: readonly Tip[]): void {
  const nameOf = ({ author, createdAt }: Tip) => `${author.handle} ${createdAt}`
  const known = new Set(tips.value.map(nameOf))
  const fresh = more.filter((tip) => !known.has(nameOf(tip)))
  if (fresh.length > 0) tips.value = [...tips.value, ...fresh].slice(-most.tips)
}

// The shown content stays until the hello that replaces it: nothing flickers, and no open menu
// closes.
const stale = new WeakSet<RoomStore>()

export function applyMessage(store: RoomStore, { event, data }: RoomMessage): void {
  switch (event) {
    case 'reset':
      stale.add(store)
      store.activity.value = []
      break
    case 'hello':
      if (stale.delete(store)) store.comments.value = data.recent
      else addComments(store, data.recent)
      store.listeners.value = data.listeners
      store.members.value = data.members
      break
    case 'presence':
      store.listeners.value = data.listeners
      store.members.value = data.members
      break
    case 'comment':
      addComments(store, [data])
      break
    case 'activity':
      store.activity.value = [...store.activity.value, data].slice(-most.activity)
      break
    case 'tip':
      addTips(store, [data])
      break
    case 'drop':
      store.drops.value = [data, ...store.drops.value.filter(({ campaignId }) => campaignId !== data.campaignId)]
      break
    case 'position':
      store.position.value = data.position && { ...data.position, heardAtMs: performance.now() }
      break
    case 'remove':
      store.comments.value = store.comments.value.filter(({ id }) => id !== data.commentId)
  }
}
