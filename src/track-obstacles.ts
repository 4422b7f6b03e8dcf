import type { TrackObstacle } from './casset/track/obstacle.ts'
import { dropObstacle } from './drop/campaign.ts'

/** All that can hold a track where it is, one line a reason. */
export const trackObstacles: readonly TrackObstacle[] = [dropObstacle]
