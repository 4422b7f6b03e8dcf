import { DownloadLinks, downloadsOf } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks, extrasAt } from '../../../../public/lib/extra-links.tsx'
import type { HeldExtra } from '../../../casset/extra/shape.ts'
import type { AppError } from '../../../errors.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import type { ShownCasset } from '../../../shop/guest/shown-casset.ts'
import { takenDownText } from '../taken-down-text.ts'
import { Notice, WorldKey } from './checkout-layout.tsx'
import { DownloadLater, type Waiting, Waits } from './waits.tsx'

type ClaimEnd = { isTheirs: boolean; problem: AppError | null }

type Taken = {
  casset: Pick<ShownCasset, 'handle' | 'name' | 'isLost'>
  isGift: boolean
  waiting: Waiting | null
  formats: readonly ConvertedFormat[]
  extras: readonly HeldExtra[]
}

/** Tells that a viewer has what a link gives, or why not; null where they may take it. */
export function claimEnd({ isTheirs, problem }: ClaimEnd, taken: Taken) {
  if (isTheirs && taken.casset.isLost) {
    return (
      <Notice title={say('Taken down')} text={takenDownText()}>
        <WorldKey href="/library" label={say('Go to your library')} />
      </Notice>
    )
  }
  if (isTheirs) return <Claimed {...taken} />
  if (!problem) return null
  return (
    <Notice title={problem.message} text={problem.detail.hint ?? ''}>
      <WorldKey href={pagePath(taken.casset.handle)} label={say('Go to the casset')} />
    </Notice>
  )
}

const Claimed = ({ casset: { handle, name }, isGift, waiting, formats, extras }: Taken) => (
  <div class="form">
    <h2>{isGift && !waiting ? say('It’s yours!') : say('It is in your library')}</h2>
    {waiting ? <Waits waiting={waiting} /> : <p>{say('Play and download all of it, wherever you are signed in.')}</p>}
    <div class="acts">
      <WorldKey href={pagePath(handle)} label={say('Go to the casset')} />
      <a class="key" href="/library">
        {say('Go to your library')}
      </a>
    </div>
    {waiting?.hasOpen === false ? (
      <DownloadLater />
    ) : (
      <DownloadLinks at={downloadsOf(handle)} name={name} formats={formats} />
    )}
    <ExtraLinks at={extrasAt(handle)} extras={extras} />
  </div>
)
