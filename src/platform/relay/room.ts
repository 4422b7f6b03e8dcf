import type { Room } from '../../room.ts'
import { relayCheck } from './relay-check.ts'

export const relayRoom = { checks: [relayCheck] } satisfies Room
