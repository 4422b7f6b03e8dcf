import type { Room } from '../../room.ts'
import { relayCheck } from './relay/relay-check.ts'

export const edgeRoom = { checks: [relayCheck] } satisfies Room
