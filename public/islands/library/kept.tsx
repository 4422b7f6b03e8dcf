import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { say } from '../../../src/lib/language/say.ts'
import { pagePath } from '../../../src/lib/text/slug.ts'
import {
  canKeep,
  type KeptTape,
  keptBytes,
  keptList,
  limitBytes,
  lookForSound,
  readList,
} from '../../kept/kept-list.ts'
import { settleKept } from '../../kept/settle-kept.ts'
import { takeAllAway } from '../../kept/take-away.ts'
import { announce } from '../../lib/announce.ts'
import { sizeOf } from '../../lib/size.ts'
import { KeptLimit } from './kept-limit.tsx'
import { KeptRow } from './kept-row.tsx'

export type KeptProps = {
  isOffline: boolean
}

/**
 * The cassets that this browser keeps for offline: how much space they take, the limit, and keys to
 * remove them. The server does not know which they are.
 */
export default function Kept({ isOffline }: KeptProps) {
  const lost = useSignal<readonly KeptTape[]>([])
  const isThere = useSignal(false)
  const mayGo = useSignal(false)
  useEffect(() => {
    if (!canKeep()) return
    const look = async () => {
      readList()
      await lookForSound()
    }
    const begin = async () => {
      if (isOffline) await look()
      else lost.value = await settleKept()
      mayGo.value = !(await navigator.storage?.persisted())
      isThere.value = true
    }
    void begin()
    // Another tab has kept something, or taken it away.
    const lookAgain = () => void look()
    addEventListener('storage', lookAgain)
    return () => removeEventListener('storage', lookAgain)
  }, [])
  const list = keptList.value
  if (!isThere.value || (list === null && lost.value.length === 0)) return null
  const tapes = list?.tapes ?? []
  if (isOffline && tapes.length === 0) return null
  return (
    <section class="kept" aria-labelledby="kept">
      <div class="side-head">
        <h2 id="kept" tabIndex={-1}>
          {say('Kept on this device')}
        </h2>
        {list && !isOffline && (
          <p class="mono">
            {say('{size} of {limit}', { size: sizeOf(keptBytes.value), limit: sizeOf(limitBytes(list)) })}
          </p>
        )}
      </div>
      {lost.value.map(({ purchaseId, tape }) => (
        <p key={purchaseId} class="notice">
          {say('{name} by {artist} is no longer yours, so it was removed from this device.', {
            name: tape.name,
            artist: tape.artist,
          })}
        </p>
      ))}
      {tapes.length > 0 ? (
        <ul class="kept-tapes">
          {tapes.map((kept) => (
            <KeptRow key={kept.purchaseId} kept={kept} path={pagePath(kept.tape.handle)} isOffline={isOffline} />
          ))}
        </ul>
      ) : (
        <p class="empty">{say('Nothing is kept here. Press “Keep offline” at a casset above.')}</p>
      )}
      {!isOffline && mayGo.value && tapes.length > 0 && (
        <p class="fine-print">
          {say(
            'When this device runs out of room, the browser may delete this music. Safari also deletes it after seven days without a visit, unless the site is on your home screen. It is said here then.',
          )}
        </p>
      )}
      {!isOffline && list && (
        <>
          <KeptLimit limitMb={list.limitMb} />
          {tapes.length > 0 && (
            <p class="acts">
              <button
                type="button"
                class="key"
                onClick={() => {
                  void takeAllAway()
                  announce(say('Nothing is kept on this device any more.'))
                }}
              >
                {say('Remove all')}
              </button>
            </p>
          )}
        </>
      )}
    </section>
  )
}
