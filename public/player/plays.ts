import { effect } from '@preact/signals'
import { leastPlaySec } from '../../src/lib/music/least-play.ts'
import { api } from '../lib/api.ts'
import { tabStore } from '../lib/store.ts'
import { access, type Cue, current, playing, time } from './state.ts'

type Play = {
  cue: Cue
  heard: 'preview' | 'whole'
  stoppedSec: number
  heardSec: number
  /** Whether the page that a reload replaced has told of it already. */
  wasTold: boolean
}

/** The play that this tab told of last, as its page was left. */
const toldKey = 'tapedeck.told-play'
/** A larger step is a jump of the listener's. */
const mostStepSec = 1.5
/** A track that is before this second has just started, so that it is a new play. */
const beginningSec = 1

/** The host of the page that led here, as long as this document lives. */
function sourceOf(referrer: string): string | null {
  const host = referrer === '' ? null : new URL(referrer).host
  return host === location.host ? null : host
}

const nameOf = ({ cue, heard }: Pick<Play, 'cue' | 'heard'>): string => `${heard} ${cue.id}`

/** Begins a play. The deck resumes after a reload: what goes on then is no second play. */
function beginPlay(cue: Cue, heard: Play['heard'], at: number): Play {
  const wasTold = at >= beginningSec && tabStore.read(toldKey) === nameOf({ cue, heard })
  tabStore.write(toldKey, null)
  return { cue, heard, stoppedSec: at, heardSec: 0, wasTold }
}

/**
 * Tells the server of each play that has ended, how far it came and from which site the listener
 * had come: never who they are. Once for the life of the page.
 */
export function countPlays(): void {
  let play: Play | null = null
  const send = () => {
    const ended = play
    play = null
    // A guest plays through a secret link: neither that link nor a hidden tape behind it may be
    // sent.
    if (!ended || ended.wasTold || ended.heardSec < leastPlaySec || ended.cue.path) return
    const { cue, heard, stoppedSec } = ended
    const body = { trackId: cue.id, heard, stoppedSec, source: sourceOf(document.referrer) }
    // Sent even when the listener leaves at once; nobody waits for it.
    void api.casset({ slug: cue.handle }).plays.post(body, { fetch: { keepalive: true } })
  }
  effect(() => {
    const cue = current.value
    const heard = access.value === 'full' ? 'whole' : 'preview'
    const [at, isPlaying] = [time.value, playing.value]
    if (play && (play.cue !== cue || play.heard !== heard)) send()
    if (!cue || !isPlaying) return
    play ??= beginPlay(cue, heard, at)
    // From the beginning again: another play.
    if (at < beginningSec && play.stoppedSec > leastPlaySec + 1) {
      send()
      play = beginPlay(cue, heard, at)
    }
    const step = at - play.stoppedSec
    if (step > 0 && step < mostStepSec) play.heardSec += step
    play.stoppedSec = at
  })
  addEventListener('pagehide', () => {
    if (play && (play.wasTold || play.heardSec >= leastPlaySec) && !play.cue.path) tabStore.write(toldKey, nameOf(play))
    send()
  })
}
