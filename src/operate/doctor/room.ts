import type { Room } from '../../room.ts'
import { clockCheck } from './check/clock.ts'
import { configurationCheck } from './check/configuration.ts'
import { databaseCheck } from './check/database.ts'
import { diskCheck } from './check/disk.ts'
import { fileCheck } from './check/files.ts'
import { memoryCheck } from './check/memory.ts'
import { registrationCheck } from './check/registration.ts'
import { restoredCheck } from './check/restored.ts'
import { searchCheck } from './check/search.ts'
import { secretCheck } from './check/secrets.ts'
import { sumCheck } from './check/sums.ts'
import { lookOverJob } from './look-over.ts'
import { troubleNotification, wellNotification } from './notify-owner.ts'

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
