import type { Room } from '../../room.ts'
import { licenseCheck } from './license-check.ts'
import { licenseGoods } from './license-goods.ts'
import { packReleaseJob } from './open-files.ts'
import { licensePersonal } from './personal.ts'

export const licenseRoom: Room = {
  goods: [licenseGoods],
  jobs: [packReleaseJob],
  personal: licensePersonal,
  checks: [licenseCheck],
}
