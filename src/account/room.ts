import type { Room } from '../room.ts'
import { forgotPasswordJob } from './forgot-password.ts'
import { accountPersonal } from './personal.ts'
import { pictureFiles } from './picture-files.ts'

export const accountRoom: Room = {
  jobs: [forgotPasswordJob],
  personal: accountPersonal,
  files: [pictureFiles],
}
