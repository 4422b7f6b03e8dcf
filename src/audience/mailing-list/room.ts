import type { Room } from '../../room.ts'
import { mailingListPersonal } from './personal.ts'

export const mailingListRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).mailingList] }),
  personal: mailingListPersonal,
} satisfies Room
