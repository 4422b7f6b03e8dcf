import type { Room } from '../../room.ts'
import { passkeyPersonal } from './personal.ts'

export const passkeyRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).passkey] }),
  personal: passkeyPersonal,
} satisfies Room
