import type { Room } from '../../room.ts'
import { provenanceCheck } from './provenance-check.ts'

export const provenanceRoom = { checks: [provenanceCheck] } satisfies Room
