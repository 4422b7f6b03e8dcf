import type { Room } from '../../room.ts'
import { settingPersonal } from './personal.ts'
import { sitePictureFiles } from './site-picture.ts'

export const settingRoom = { personal: settingPersonal, files: [sitePictureFiles] } satisfies Room
