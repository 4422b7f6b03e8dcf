import { joinMediaSession } from './media-session.ts'
import { playOneAtATime } from './one-at-a-time.ts'
import { countPlays } from './plays.ts'
import { turnReels } from './reels.ts'

/** Starts what only a tab that plays needs. A play that cannot be sent is not counted. */
export function joinPlayback(): void {
  joinMediaSession()
  playOneAtATime()
  turnReels()
  countPlays()
}
