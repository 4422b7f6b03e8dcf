import { playClaim } from './casset/play/play-claim.ts'
import type { TrackClaim } from './casset/track/track-claim.ts'
import { dropClaim } from './drop/campaign.ts'
import { submissionClaim } from './drop/submission/submission-claim.ts'
import { purchaseClaim } from './money/checkout/purchase-claim.ts'
import { singleClaim } from './money/checkout/single-claim.ts'
import { releaseClaim } from './release/release-claim.ts'

/** All claims on tracks, one line a room. */
export const trackClaims: readonly TrackClaim[] = [
  playClaim,
  dropClaim,
  submissionClaim,
  releaseClaim,
  purchaseClaim,
  singleClaim,
]
