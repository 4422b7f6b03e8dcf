import { useMemo } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import type { Prices } from '../../../../src/lib/money/price.ts'
import type { NewRelease } from '../../../../src/release/owner/model.ts'
import { Fold } from '../../../lib/fold.tsx'
import { useForm } from '../../../lib/form.ts'
import type { Payable } from '../../../lib/obstacle-hint.tsx'
import { SaveLine } from '../../../lib/save-line.tsx'
import { SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import { Contributors } from './contributors.tsx'
import { DetailsFields, detailsOf, type TrackChoice } from './details-fields.tsx'
import { typeLabels } from './labels.ts'
import { Links, type LinksProps } from './links.tsx'
import { Permissions } from './permissions.tsx'
import { Publishing } from './publishing.tsx'
import { Requests, type RequestsProps } from './requests.tsx'
import { createReleaseState, type ReleaseData, type ReleaseState } from './state.ts'

export type ReleaseProps = ReleaseData &
  Payable & {
    tracks: readonly TrackChoice[]
    currency: string
    prices: Prices
    links: LinksProps['links']
    requests: RequestsProps['requests']
    /** Address of the public page; null while only the artist can see the casset. */
    publicPath: string | null
  }

export default function ReleaseDesk(props: ReleaseProps) {
  const { tracks, currency, prices, obstacle, ownsSite, links, requests, publicPath, ...data } = props
  const state = useMemo(() => createReleaseState(data), [])
  return (
    <>
      <section aria-labelledby="details">
        <Fold
          summary={
            <>
              <h2 id="details">{say('Details')}</h2> <small>{detailsText(state)}</small>
            </>
          }
        >
          <Details state={state} tracks={tracks} />
        </Fold>
      </section>
      <section aria-labelledby="people">
        <Fold
          summary={
            <>
              <h2 id="people">{say('People')}</h2> <small dir="auto">{peopleText(state)}</small>
            </>
          }
        >
          <Contributors state={state} />
        </Fold>
      </section>
      <section aria-labelledby="permissions">
        <h2 id="permissions">{say('Permissions')}</h2>
        <Permissions state={state} currency={currency} prices={prices} obstacle={obstacle} ownsSite={ownsSite} />
      </section>
      <section aria-labelledby="publishing">
        <h2 id="publishing">{say('Versions')}</h2>
        <Publishing state={state} publicPath={publicPath} />
      </section>
      <section aria-labelledby="requests">
        <h2 id="requests" tabIndex={-1}>
          {say('Requests')}
        </h2>
        <p>{say('Requests from people and programs. They get your answer; your addresses stay private.')}</p>
        <Requests
          releaseId={data.release.id}
          requests={requests}
          currency={currency}
          prices={prices}
          obstacle={obstacle}
          ownsSite={ownsSite}
        />
      </section>
      <section aria-labelledby="links">
        <h2 id="links" tabIndex={-1}>
          {say('Linked works')}
        </h2>
        <p>
          {say('Works that programs have linked as made from this release, or as its sources. You decide which stay.')}
        </p>
        <Links releaseId={data.release.id} links={links} />
      </section>
      <section aria-labelledby="provenance">
        <h2 id="provenance">{say('Provenance')}</h2>
        <Provenance state={state} />
      </section>
      <SaveLine />
    </>
  )
}

function detailsText({ release: { value } }: ReleaseState): string {
  const { type, trackIds } = value
  return [
    typeLabels().find(({ value }) => value === type)?.text ?? '',
    say('{tracks, plural, one {# track} other {# tracks}}', { tracks: trackIds.length }),
  ].join(' · ')
}

const peopleText = ({ release: { value } }: ReleaseState): string =>
  value.contributors.map(({ name }) => name).join(', ') || say('nobody yet ## the people of a release')

/** The number of events in a release's history, and the newest one's hash, which covers all. */
function Provenance({ state }: { state: ReleaseState }) {
  const { eventCount: events, head } = state.provenance.value
  return (
    <>
      <p>
        {say(
          '{events, plural, one {# event} other {# events}} so far, each naming the one before. Nobody can change them, not even you. The hash of the newest one:',
          { events },
        )}
      </p>
      <p class="mono hash">{head}</p>
    </>
  )
}

const names = ['title', 'type', 'trackIds', 'releaseDate', 'label', 'upc', 'mbid'] as const

function Details({ state, tracks }: { state: ReleaseState; tracks: readonly TrackChoice[] }) {
  const form = useForm('release')
  const saver = useSaver(form, (data) => {
    const { details, faults } = detailsOf(data)
    const isWrong = (name: string) => faults.some(({ field }) => field === name)
    const kept = state.release.value
    const changed = names.filter(
      (name) => !isWrong(name) && JSON.stringify(details[name]) !== JSON.stringify(kept[name]),
    )
    const changes: Partial<NewRelease> = Object.fromEntries(changed.map((name) => [name, details[name]]))
    return storeChanges({ changes: changed.length > 0 ? changes : null, faults }, state.change)
  })
  return (
    <SavedForm form={form} saver={saver}>
      <DetailsFields form={form} tracks={tracks} release={state.release.value} />
    </SavedForm>
  )
}
