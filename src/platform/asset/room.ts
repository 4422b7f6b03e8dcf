import type { Room } from '../../room.ts'
import { assetFiles } from './asset-files.ts'
import { assetPersonal } from './personal.ts'

export const assetRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).asset] }),
  personal: assetPersonal,
  files: [assetFiles],
} satisfies Room
