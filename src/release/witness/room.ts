import type { Room } from '../../room.ts'
import { cosignLogJob } from './cosign-log.ts'
import { witnessCheck } from './witness-check.ts'

export const witnessRoom = {
  jobs: [cosignLogJob],
  checks: [witnessCheck],
  routes: async () => ({ others: [(await import('./routes.ts')).witnessHeads] }),
} satisfies Room
