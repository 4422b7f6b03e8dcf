import type { Signed } from '../signed.ts'
import type { Reports, Side } from '../transport.ts'
import type { Tape } from './tape.ts'

/** Safari sends what it plays like this to no other speaker. */
const mayJoin =
  'MediaSource' in globalThis && 'changeType' in SourceBuffer.prototype && navigator.vendor !== 'Apple Computer, Inc.'

/**
 * Puts a whole track on a tape, on which others follow; null or an error where that cannot be
 * (rule: gapless).
 */
export async function joinTape(
  side: Side,
  signed: Signed,
  fromSec: number,
  { isLive, onNext, onError }: Pick<Reports, 'onNext' | 'onError'> & { isLive(): boolean },
): Promise<Tape | null> {
  if (!mayJoin) return null
  const { openTape } = await import('./tape.ts')
  const isHeard = () => isLive() && side.signed !== null
  return openTape(side.audio, signed, {
    isWanted: () => side.opening === signed,
    fromSec,
    onNext(following) {
      if (!isHeard()) return
      side.signed = following
      onNext(following)
    },
    onError() {
      if (isHeard()) onError()
    },
  })
}
