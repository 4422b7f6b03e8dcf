import type { Room } from '../../room.ts'
import { pictureFiles } from './picture-files.ts'

export const profileRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).profile] }),
  files: [pictureFiles],
} satisfies Room
