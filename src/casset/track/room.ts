import type { Room } from '../../room.ts'
import { eraseUnheldJob } from './erase-track.ts'
import { cutHookJob, ingestTrackJob } from './ingest-track.ts'
import { trackPersonal } from './personal.ts'
import { sweepUploadJob } from './resumable.ts'
import { lossNotification, tellHoldersJob } from './tell-holders.ts'
import { trackFiles } from './track-files.ts'

export const trackRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).track] }),
  jobs: [ingestTrackJob, cutHookJob, eraseUnheldJob, tellHoldersJob, sweepUploadJob],
  notices: [lossNotification],
  personal: trackPersonal,
  files: [trackFiles],
} satisfies Room
