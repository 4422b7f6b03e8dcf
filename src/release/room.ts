import type { Room } from '../room.ts'
import { anchorEventsJob } from './anchor-events.ts'
import { linkNotification } from './link-notification.ts'
import { releasePersonal } from './personal.ts'
import { releaseClaim } from './release-claim.ts'
import { releaseFiles } from './release-files.ts'
import { publishedSums } from './release-sums.ts'
import { releaseIndex } from './search-index.ts'
import { signVersionJob } from './sign-version.ts'

export const releaseRoom = {
  routes: async () => ({
    called: [(await import('./routes.ts')).release, (await import('./owner-routes.ts')).ownerRelease],
    others: [(await import('./agent-routes.ts')).agentRelease, (await import('./proof-routes.ts')).releaseProof],
  }),
  jobs: [signVersionJob, anchorEventsJob],
  notices: [linkNotification],
  personal: releasePersonal,
  sums: [publishedSums],
  files: [releaseFiles],
  claims: [releaseClaim],
  indexes: [releaseIndex],
} satisfies Room
