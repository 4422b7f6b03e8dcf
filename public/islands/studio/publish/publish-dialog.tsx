import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { SoldElsewhere } from '../../../../src/casset/track/sold-elsewhere.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { sumText } from '../../../../src/lib/money/money.ts'
import { priceFault } from '../../../../src/lib/money/set-price.ts'
import { gap } from '../../../../src/lib/text/gap.ts'
import { pagePath } from '../../../../src/lib/text/slug.ts'
import { focusOn, goTo } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { ObstacleHint, type Payable } from '../../../lib/obstacle-hint.tsx'
import { Said } from '../../../lib/said.tsx'
import { SlipDialog } from '../../../lib/slip-dialog.tsx'
import Share from '../../share.tsx'
import type { CassetEditor } from '../casset-editor.ts'
import { OpensAt } from '../opens-at.tsx'
import { Check } from './check.tsx'
import { type ChosenPrice, chosenPrice, PriceChoice } from './price-choice.tsx'
import { SharedPicture } from './shared-picture.tsx'

export type PublishProps = Payable & {
  editor: CassetEditor
  origin: string
  artist: string
  soldElsewhere: readonly SoldElsewhere[]
  /** The site takes test payments. */
  isTest: boolean
}

export type Publishing = { slug: string }

/**
 * Shows, before a casset is published, everything that others will see of it and pay for it, each
 * with the way to change it; afterwards its page and the ways to share it (rule: publishing).
 */
export function PublishDialog({ asked, ...props }: PublishProps & { asked: Signal<Publishing | null> }) {
  const { published, privacy, opensAt } = props.editor.casset.value
  const isOut = privacy !== 'private' && opensAt === undefined
  const close = () => {
    asked.value = null
  }
  return (
    <SlipDialog
      about={asked}
      title={() => (!published ? say('Ready to publish?') : isOut ? say('It’s out!') : say('It is published'))}
    >
      {() => (published ? <Published {...props} close={close} /> : <Checks {...props} close={close} />)}
    </SlipDialog>
  )
}

const listedAt = () =>
  ({
    public: { text: say('Listed on the home page, in search and in feeds.'), isListed: true },
    unlisted: { text: say('Open to everybody who has the link, and listed nowhere.'), isListed: true },
    private: {
      text: say('Open to you and to people who have it already: nobody else can see or buy it.'),
      isListed: false,
    },
  }) as const

type Closing = { close: () => void }

function Checks({ editor, obstacle, ownsSite, isTest, soldElsewhere, close }: PublishProps & Closing) {
  const { price, privacy, opensAt, opensZone } = editor.casset.value
  const tracks = editor.tracks.value.filter(({ active }) => active)
  const ready = tracks.filter(({ file }) => file.status === 'READY')
  const waiting = tracks.length - ready.length
  // Until somebody chooses here, what is saved is shown: by a field of the page, or another tab.
  const chosen = useSignal<ChosenPrice | null>(null)
  const choice = chosen.value ?? chosenPrice(price, editor.isPriceChosen.value)
  const problem = useSignal('')
  const priceProblem = useSignal('')
  const isBusy = useSignal(false)
  const amount = choice.kind === 'free' ? 0 : choice.amount
  const leaveFor = (selector: string) => {
    close()
    goTo(selector)
  }
  const choose = (next: ChosenPrice) => {
    chosen.value = next
    priceProblem.value = ''
  }
  const publish = async () => {
    if (amount === null) {
      const text = choice.kind === 'priced' ? choice.text.trim() : ''
      priceProblem.value =
        (text && priceFault(text, editor.prices, price.currency)) || say('Say what it costs, or that it is free.')
      focusOn('#publish-price')
      return
    }
    isBusy.value = true
    const trouble = await editor.change({ price: amount, published: true })
    isBusy.value = false
    problem.value = trouble?.text ?? ''
  }
  return (
    <div class="publish">
      <SharedPicture editor={editor} caption={say('People see this when somebody shares it.')} />
      <ul class="checks">
        <Check name={say('Cover')} isDone={editor.cover.value !== null}>
          {editor.cover.value
            ? say('Your picture is on the sleeve.')
            : say('No picture yet: a drawn sleeve stands in for it.')}
          <FixKey
            text={say('Choose a cover')}
            isNeeded={!editor.cover.value}
            go={() => leaveFor('.sleeve-editor input[type=file]')}
          />
        </Check>
        <Check name={say('Tracks')} isDone={ready.length > 0 && waiting === 0}>
          {ready.length === 0
            ? say('No track is ready yet.')
            : say('{tracks, plural, one {# track} other {# tracks}} ready.', { tracks: ready.length })}
          {waiting > 0 && `${gap()}${say('{more} more will follow when processed.', { more: waiting })}`}
          <FixKey text={say('Go to the tracks')} isNeeded={ready.length === 0} go={() => leaveFor('#side-a')} />
        </Check>
        <Check name={say('Preview')} isDone={ready.length > 0}>
          {editor.casset.value.wholeForAll
            ? say('Everybody hears all of it.')
            : say('Everybody hears the highlighted part of each track, up to 30 seconds.')}
          <FixKey text={say('Change what they hear')} isNeeded={ready.length > 0} go={() => leaveFor('#side-a')} />
        </Check>
        <Check name={say('Price')} isDone={amount !== null}>
          <PriceChoice prices={editor.prices} choice={choice} currency={price.currency} onChange={choose} />
          <Said role="alert" class="problem" id="publish-price-problem">
            {priceProblem}
          </Said>
          {amount === 0 && `${gap()}${say('People who get it now keep it, even if you set a price later.')}`}
          {soldElsewhere.map(({ title, casset, price: other }) => (
            <p key={title}>
              {inParts(
                say('<b>{title}</b> is sold on <span>{casset}</span> for {sum}.', {
                  title,
                  casset,
                  sum: sumText(other),
                }),
                { b: (text) => <b dir="auto">{text}</b>, span: (text) => <span dir="auto">{text}</span> },
              )}
            </p>
          ))}
        </Check>
        <Check name={say('Payment')} isDone={amount === 0 || obstacle === null}>
          {amount === 0 ? say('Nothing to pay out: it is free.') : null}
          {amount !== 0 &&
            obstacle === null &&
            (isTest ? say('Test payments: no money moves.') : say('Sales are paid out to you.'))}
          {amount !== 0 && <ObstacleHint obstacle={obstacle} ownsSite={ownsSite} />}
        </Check>
        {opensAt !== undefined && (
          <Check name={say('Opening')} isDone>
            <OpensAt opensAt={opensAt} zone={opensZone} />
            <FixKey text={say('Change when it opens')} isNeeded go={() => leaveFor('.opening .key')} />
          </Check>
        )}
        <Check name={say('Visibility')} isDone={listedAt()[privacy].isListed}>
          {listedAt()[privacy].text}
          <FixKey text={say('Change who sees it')} isNeeded go={() => leaveFor('input[name=privacy]:checked')} />
        </Check>
      </ul>
      <Said role="alert" class="problem">
        {problem}
      </Said>
      <div class="acts">
        <button type="button" class="key go" aria-busy={isBusy.value} onClick={() => void publish()}>
          {say('Publish')}
        </button>
        <button type="button" class="key" onClick={close}>
          {say('Not yet')}
        </button>
      </div>
    </div>
  )
}

const FixKey = ({ text, isNeeded, go }: { text: string; isNeeded: boolean; go: () => void }) =>
  isNeeded ? (
    <button type="button" class="link" onClick={go}>
      {text}
    </button>
  ) : null

function Published({ editor, origin, artist, close }: PublishProps & Closing) {
  // The key that was pressed is gone, and the title is another.
  useEffect(() => {
    focusOn('.slip-dialog > h2')
  }, [])
  const { slug, name, privacy, opensAt, opensZone } = editor.casset.value
  const url = origin + pagePath(slug)
  return (
    <div class="publish out">
      <SharedPicture editor={editor} caption={url.replace(/^https?:\/\//, '')} />
      <p>
        {opensAt !== undefined && (
          <>
            <OpensAt opensAt={opensAt} zone={opensZone} />{' '}
          </>
        )}
        {listedAt()[privacy].text}
      </p>
      <div class="acts">
        <a class="key go" href={pagePath(slug)}>
          {say('View page')}
        </a>
        {privacy !== 'private' && (
          <Share slug={slug} hasOwnLink={false} url={url} title={say('{name} by {artist}', { name, artist })} />
        )}
        <button type="button" class="key" onClick={close}>
          {say('Close')}
        </button>
      </div>
    </div>
  )
}
