import type { TrackObstacle } from './casset/track/obstacle.ts'
import { dropObstacle } from './drop/campaign.ts'

/** All obstacles that keep a track where it is, one line a reason. */
export const trackObstacles: readonly TrackObstacle[] = [dropObstacle]
