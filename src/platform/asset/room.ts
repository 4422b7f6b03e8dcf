import type { Room } from '../../room.ts'
import { assetFiles } from './asset-files.ts'
import { assetPersonal } from './personal.ts'

export const assetRoom: Room = {
  personal: assetPersonal,
  files: [assetFiles],
}
