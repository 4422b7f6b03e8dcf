import type { Room } from '../../room.ts'
import { eraseUnheldJob } from './loss/erase-track.ts'
import { lossNotification, tellHoldersJob } from './loss/tell-holders.ts'
import { cutHookJob, ingestTrackJob } from './measure/ingest-track.ts'
import { makeLightJob } from './measure/make-light.ts'
import { trackPersonal } from './personal.ts'
import { trackFiles } from './track-files.ts'

export const trackRoom = {
  async routes() {
    const [{ track }, { resumesUploads }, { trackUpload }] = await Promise.all([
      import('./routes.ts'),
      import('../upload/resume-uploads.ts'),
      import('./upload/track-upload.ts'),
    ])
    return { called: [track], others: [(ctx) => resumesUploads(ctx, trackUpload)] }
  },
  jobs: [ingestTrackJob, cutHookJob, makeLightJob, eraseUnheldJob, tellHoldersJob],
  notices: [lossNotification],
  personal: trackPersonal,
  files: [trackFiles],
} satisfies Room
