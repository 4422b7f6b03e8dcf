import type { Room } from '../../room.ts'
import { clockCheck } from './clock.ts'
import { configurationCheck } from './configuration.ts'
import { databaseCheck } from './database.ts'
import { diskCheck } from './disk.ts'
import { fileCheck } from './files.ts'
import { lookOverJob } from './look-over.ts'
import { memoryCheck } from './memory.ts'
import { troubleNotification, wellNotification } from './notify-owner.ts'
import { registrationCheck } from './registration.ts'
import { restoredCheck } from './restored.ts'
import { searchCheck } from './search.ts'
import { secretCheck } from './secrets.ts'
import { sumCheck } from './sums.ts'

export const doctorRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).readiness] }),
  jobs: [lookOverJob],
  notices: [troubleNotification, wellNotification],
  checks: [
    configurationCheck,
    registrationCheck,
    secretCheck,
    fileCheck,
    databaseCheck,
    sumCheck,
    searchCheck,
    restoredCheck,
    memoryCheck,
    clockCheck,
    diskCheck,
  ],
} satisfies Room
