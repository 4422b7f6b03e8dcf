import { joinMediaSession } from './media-session.ts'
import { playOneAtATime } from './one-at-a-time.ts'
import { countPlays } from './plays.ts'
import { turnReels } from './reels.ts'

/** Joins what only a tab that plays needs. A play that cannot be told stays uncounted. */
export function joinPlayback(): void {
  joinMediaSession()
  playOneAtATime()
  turnReels()
  countPlays()
}
