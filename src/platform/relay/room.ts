import type { Room } from '../../room.ts'
import { relayCheck } from './relay-check.ts'

export const relayRoom: Room = {
  checks: [relayCheck],
}
