import type { Room } from '../room.ts'
import { anchorEventsJob } from './anchor-events.ts'
import { linkNotification } from './link-notification.ts'
import { releasePersonal } from './personal.ts'
import { releaseClaim } from './release-claim.ts'
import { releaseFiles } from './release-files.ts'
import { publishedSums } from './release-sums.ts'
import { signVersionJob } from './sign-version.ts'

export const releaseRoom: Room = {
  jobs: [signVersionJob, anchorEventsJob],
  notices: [linkNotification],
  personal: releasePersonal,
  sums: [publishedSums],
  files: [releaseFiles],
  claims: [releaseClaim],
}
