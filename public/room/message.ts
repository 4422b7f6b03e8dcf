import type { Comment, Person } from '../../src/casset/comment/shape.ts'
import type { Standing } from '../../src/drop/scores.ts'
import type { Activity, Position } from '../../src/room/listener/model.ts'
import type { Tip } from '../../src/room/shape.ts'
import { ownJson } from '../lib/own-json.ts'

export type { Activity, Comment, Person, Position, Tip }

export type DropNews = { campaignId: string; leaders: readonly Standing[] }

type Present = { listeners: number; members: readonly Person[] }

export type RoomMessage =
  | { event: 'hello'; data: Present & { recent: readonly Comment[] } }
  | { event: 'presence'; data: Present }
  | { event: 'comment'; data: Comment }
  | { event: 'activity'; data: Activity }
  | { event: 'tip'; data: Tip }
  | { event: 'position'; data: { position: Position | null } }
  | { event: 'drop'; data: DropNews }
  | { event: 'remove'; data: { commentId: string } }
  | { event: 'reset'; data: Record<string, never> }

/** Returns the message of an event of the stream; null for one that this version does not know. */
export function readMessage(event: string | undefined, data: string): RoomMessage | null {
  switch (event) {
    case 'hello':
    case 'presence':
    case 'comment':
    case 'activity':
    case 'tip':
    case 'position':
    case 'drop':
    case 'remove':
    case 'reset':
      return ownJson<RoomMessage>(`{"event":"${event}","data":${data}}`)
    default:
      return null
  }
}
