import type { Room } from '../room.ts'
import { callOffJob } from './call-off.ts'
import { cassetFiles } from './casset-files.ts'
import { listedSums } from './listed-sums.ts'
import { cassetPersonal } from './personal.ts'
import { cassetIndex } from './search-index.ts'

export const cassetRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).casset] }),
  jobs: [callOffJob],
  personal: cassetPersonal,
  sums: [listedSums],
  files: [cassetFiles],
  indexes: [cassetIndex],
} satisfies Room
