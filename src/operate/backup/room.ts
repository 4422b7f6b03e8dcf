import type { Room } from '../../room.ts'
import { backupCheck } from './backup-check.ts'
import { nightlyBackupJob } from './nightly-backup.ts'

export const backupRoom: Room = {
  jobs: [nightlyBackupJob],
  checks: [backupCheck],
}
