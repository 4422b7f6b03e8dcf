import { createRoomStore, type RoomStore } from './room-store.ts'
import { shareStream } from './share-stream.ts'

export type OpenRoom = RoomStore & { close(): void }

/**
 * Opens the live room of a casset and keeps it open. All tabs of the browser share one stream of
 * it, which reopens by itself and misses nothing.
 *
 * ```tsx
 * const room = openRoom('nova')
 * // signals, for JSX and effects: they change by themselves
 * room.status      // 'opening' | 'open' | 'waiting' | 'refused' (banned, or hidden)
 * room.listeners   // how many listen, this one included
 * room.members     // at most 50 of them, by name
 * room.comments    // the newest at the end, at most 300; removed ones are gone
 * room.activity    // follows, likes and plays while here, at most 50
 * room.tips        // tips while here, at most 50
 * room.drops       // the newest leaders of each of the casset's drops
 * room.position    // where its leader is in the tracks, or null
 * room.isAlong     // set it while this page listens along
 * room.close()     // when the part of the page goes away
 * ```
 *
 * To post, call `api.casset({ slug }).comment.post(…)`, and give the answer to
 * `addComments(room, [comment])` of room-store.ts to show it before the stream brings it. A page
 * that the browser puts aside (the back/forward cache) leaves the room and comes back by itself.
 */
export const openRoom = (slug: string): OpenRoom => openStream(`/api/casset/${slug}/sideb`)

/** Takes a path, as the members' room of a co-casset has one too. */
export function openStream(path: string): OpenRoom {
  const store = createRoomStore()
  let visit: AbortController | undefined

  const enter = () => {
    visit ??= new AbortController()
    shareStream(path, store, visit.signal)
  }
  const leave = () => {
    visit?.abort()
    visit = undefined
  }
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) enter()
  }
  enter()
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  return {
    ...store,
    close() {
      leave()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
    },
  }
}
