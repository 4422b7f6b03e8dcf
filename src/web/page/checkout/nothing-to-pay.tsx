import FillingIsland from '../../../../public/islands/filling.tsx'
import { DownloadLinks, downloadsOf } from '../../../../public/lib/download-links.tsx'
import { ExtraLinks, extrasAt } from '../../../../public/lib/extra-links.tsx'
import PlayTape from '../../../../public/player/play-tape.tsx'
import type { Tape } from '../../../../public/player/state.ts'
import type { ConvertedFormat } from '../../../lib/audio/converted-formats.ts'
import { asTitle } from '../../../lib/language/as-title.ts'
import { say } from '../../../lib/language/say.ts'
import { pagePath } from '../../../lib/text/slug.ts'
import { island } from '../../document/island.tsx'
import { Notice, WorldKey } from '../../parts/checkout/checkout-layout.tsx'
import { DownloadLater, type Waiting, Waits } from '../../parts/checkout/waits.tsx'
import type { Media } from '../../parts/tape-view.ts'
import type { VisitorState } from '../../parts/visitor-state.ts'

const PlayKey = island('player/play-tape', PlayTape)
const Filling = island('filling', FillingIsland)

type NothingProps = {
  media: Media
  sale: VisitorState
  tape: Tape
  formats: readonly ConvertedFormat[]
  isRecording: boolean
  /** Until when it is not open, where it is a preorder. */
  waiting: Waiting | null
}

type OrderedProps = Pick<NothingProps, 'media' | 'tape' | 'formats'> & { waiting: Waiting }

/** Tells the buyer of a preorder that it is not open yet (rule: preorder-waits). */
const Ordered = ({ media: { casset }, tape, formats, waiting }: OrderedProps) => (
  <div class="form">
    <h2>{say('You ordered it')}</h2>
    <Waits waiting={waiting} />
    <div class="acts">
      {waiting.hasOpen && <PlayKey tape={tape} label={say('Play what is open')} />}
      <a class="key" href="/library">
        {say('Go to your library')}
      </a>
      <a class="key" href="/receipts">
        {say('Your receipts')}
      </a>
    </div>
    {waiting.hasOpen ? (
      <DownloadLinks at={downloadsOf(casset.slug)} name={casset.name} formats={formats} />
    ) : (
      <DownloadLater />
    )}
    <p>
      <a href={pagePath(casset.slug)}>{say('Back to the casset')}</a>
    </p>
  </div>
)

export function NothingToPay({ media, sale, tape, isRecording, formats, waiting }: NothingProps) {
  const world = pagePath(media.casset.slug)
  if (sale === 'own') {
    return (
      <Notice
        title={asTitle(say('This is your own casset.'))}
        text={say('You already hear all of it, and you cannot pay yourself.')}
      >
        <WorldKey href={world} label={say('Go to your page')} />
        <a class="key" href="/studio">
          {say('Go to the studio')}
        </a>
      </Notice>
    )
  }
  if (sale === 'unsold') {
    return (
      <Notice
        title={say('Nobody can buy it yet')}
        text={say('Your casset has a price, but you cannot be paid yet. The payouts page says why.')}
      >
        <WorldKey href="/studio/payouts" label={say('Go to payouts')} />
        <a class="key" href={world}>
          {say('Go to your page')}
        </a>
      </Notice>
    )
  }
  if (sale === 'yours' && waiting) return <Ordered {...{ media, tape, formats, waiting }} />
  if (sale === 'yours') {
    return (
      <Notice
        title={asTitle(say('You already have this casset.'))}
        text={say('It is in your library: play and download all of it.')}
      >
        <PlayKey tape={tape} label={say('Play all')} />
        <a class="key" href="/library">
          {say('Go to your library')}
        </a>
        <DownloadLinks at={downloadsOf(media.casset.slug)} name={media.casset.name} formats={formats} />
        <ExtraLinks at={extrasAt(media.casset.slug)} extras={media.extras ?? []} />
      </Notice>
    )
  }
  if (sale === 'blank' && isRecording) {
    return (
      <Notice title={say('Being recorded')} text={say('You can buy it as soon as its first track is there.')}>
        <Filling text={say('Stay here: the page continues automatically.')} />
        <WorldKey href={world} label={say('Watch it come in')} />
      </Notice>
    )
  }
  if (sale === 'blank') {
    return (
      <Notice title={asTitle(say('No tracks yet.'))} text={say('There is nothing to buy yet. Come back soon.')}>
        <WorldKey href={world} label={say('Back to the casset')} />
      </Notice>
    )
  }
  if (sale === 'suspended') {
    return (
      <Notice
        title={say('Not for sale now')}
        text={say('This site has suspended its artist. You can hear the hook of every track.')}
      >
        <WorldKey href={world} label={say('Listen to the hooks')} />
      </Notice>
    )
  }
  if (sale === 'waiting') {
    return (
      <Notice
        title={say('Not available yet')}
        text={say('Its artist cannot be paid right now. You can hear the hook of every track.')}
      >
        <WorldKey href={world} label={say('Listen to the hooks')} />
      </Notice>
    )
  }
  return (
    <Notice
      title={say('This cannot be bought yet')}
      text={say('This site takes no payments yet. You can hear the hook of every track.')}
    >
      <WorldKey href={world} label={say('Listen to the hooks')} />
    </Notice>
  )
}
