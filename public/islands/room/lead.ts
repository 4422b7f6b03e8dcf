import { effect, signal } from '@preact/signals'
import { api } from '../../lib/api.ts'
import { troubleOf } from '../../lib/trouble.ts'
import { heardNow } from '../../player/engine.ts'
import { current, playing } from '../../player/state.ts'

const sayEveryMs = 4_000
const leastGapMs = 500
/** A larger jump is said at once: followers have to be within a fifth of a second. */
const jumpSec = 0.15

/** Answers that end the lead: signed out, muted, banned, hidden or taken off, or led by another. */
const final = new Set([401, 403, 404, 409])

export const leading = signal(false)
export const leadProblem = signal('')

let stop = () => {}

/**
 * Leads a room with this page's player: says where it is at once, after each change, at most twice
 * a second, and every four seconds. Ends when somebody else leads.
 */
export function startLeading(slug: string, trackIds: ReadonlySet<string>): void {
  stop()
  leadProblem.value = ''
  leading.value = true
  let said = { trackId: '', atSec: 0, isPlaying: false, atMs: Number.NEGATIVE_INFINITY }
  let isSaying = false
  const here = () => {
    const { id = '' } = current.value ?? {}
    return trackIds.has(id) ? { trackId: id, atSec: heardNow(), isPlaying: playing.value } : null
  }
  const tell = async () => {
    const position = here()
    if (!position || isSaying) return
    isSaying = true
    said = { ...position, atMs: performance.now() }
    const { error, status } = await api.casset({ slug }).position.post(position)
    isSaying = false
    if (!error || !leading.value) return
    if (final.has(status)) {
      leadProblem.value = troubleOf(error).text
      stop()
    }
    // A full bucket or a lost line (which has no response) passes: listeners still have to hear it.
    else said = { ...said, trackId: '' }
  }
  const look = () => {
    const position = here()
    if (!position) return
    const sinceMs = performance.now() - said.atMs
    const expectedSec = said.isPlaying ? said.atSec + sinceMs / 1000 : said.atSec
    const hasChanged =
      position.trackId !== said.trackId ||
      position.isPlaying !== said.isPlaying ||
      Math.abs(position.atSec - expectedSec) > jumpSec
    if (sinceMs > sayEveryMs || (hasChanged && sinceMs > leastGapMs)) void tell()
  }
  const looking = setInterval(look, 100)
  const endEffect = effect(() => {
    if (current.value && playing.value) queueMicrotask(look)
  })
  const leave = () => void api.casset({ slug }).position.delete(undefined, { fetch: { keepalive: true } })
  const leavePage = () => stopLeading()
  addEventListener('pagehide', leavePage)
  stop = () => {
    stop = () => {}
    clearInterval(looking)
    endEffect()
    removeEventListener('pagehide', leavePage)
    leading.value = false
    if (!leadProblem.value) leave()
  }
}

export const stopLeading = (): void => stop()
