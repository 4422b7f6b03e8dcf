import type { Room } from '../../room.ts'
import { endExportsJob } from './end-exports.ts'
import { makeExportJob } from './make-export.ts'
import { exportPersonal } from './personal.ts'

export const exportRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).dataExport] }),
  jobs: [makeExportJob, endExportsJob],
  personal: exportPersonal,
} satisfies Room
