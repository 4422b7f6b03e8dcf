import { ends } from '../../platform/promised.ts'
import type { Room } from '../../room.ts'
import { endExportsJob, pruneExports } from './end-exports.ts'
import { makeExportJob } from './make-export.ts'
import { exportPersonal } from './personal.ts'

export const exportRoom = {
  routes: async () => ({ sessions: [(await import('./routes.ts')).dataExport] }),
  jobs: [makeExportJob, endExportsJob],
  personal: exportPersonal,
  promises: [
    { name: 'export', tables: ['account_exports'], thing: 'An export of own data', giver: null, receiver: ends },
  ],
  sweeps: [pruneExports],
} satisfies Room
