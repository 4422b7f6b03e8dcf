import type { Room } from '../../room.ts'
import { endExportsJob } from './end-exports.ts'
import { makeExportJob } from './make-export.ts'
import { exportPersonal } from './personal.ts'

export const exportRoom: Room = {
  jobs: [makeExportJob, endExportsJob],
  personal: exportPersonal,
}
