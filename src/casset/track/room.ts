import type { Room } from '../../room.ts'
import { eraseUnheldJob } from './loss/erase-track.ts'
import { lossNotification, tellHoldersJob } from './loss/tell-holders.ts'
import { cutHookJob, ingestTrackJob } from './measure/ingest-track.ts'
import { makeLightJob } from './measure/make-light.ts'
import { trackPersonal } from './personal.ts'
import { trackFiles } from './track-files.ts'
import { sweepUploadJob } from './upload/resumable.ts'

export const trackRoom = {
  routes: async () => ({ called: [(await import('./routes.ts')).track] }),
  jobs: [ingestTrackJob, cutHookJob, makeLightJob, eraseUnheldJob, tellHoldersJob, sweepUploadJob],
  notices: [lossNotification],
  personal: trackPersonal,
  files: [trackFiles],
} satisfies Room
