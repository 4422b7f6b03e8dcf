import type { Room } from '../../room.ts'
import { provenanceCheck } from './provenance-check.ts'

export const provenanceRoom: Room = {
  checks: [provenanceCheck],
}
