import type { Room } from '../../room.ts'
import { backupCheck } from './backup-check.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

export const backupRoom = { jobs: [nightlyBackupJob], checks: [backupCheck] } satisfies Room
