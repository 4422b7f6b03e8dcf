import { useMemo } from 'preact/hooks'
import { say } from '../../../../src/lib/language/say.ts'
import type { Prices } from '../../../../src/lib/money/price.ts'
import type { NewRelease } from '../../../../src/release/owner/model.ts'
import { useForm } from '../../../lib/form.ts'
import type { Payable } from '../../../lib/obstacle-hint.tsx'
import { SaveState } from '../../../lib/save-state.tsx'
import { SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import { Contributors } from './contributors.tsx'
import { DetailsFields, detailsOf, type TrackChoice } from './details-fields.tsx'
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
      <section aria-labelledby="publishing">
        <h2 id="publishing">{say('Versions')}</h2>
        <Publishing state={state} publicPath={publicPath} />
      </section>
      <section aria-labelledby="details">
        <h2 id="details">{say('Details')}</h2>
        <Details state={state} tracks={tracks} />
      </section>
      <section aria-labelledby="people">
        <h2 id="people">{say('People')}</h2>
        <Contributors state={state} />
      </section>
      <section aria-labelledby="permissions">
        <h2 id="permissions">{say('Permissions')}</h2>
        <Permissions state={state} currency={currency} prices={prices} obstacle={obstacle} ownsSite={ownsSite} />
      </section>
      <section aria-labelledby="requests">
        <h2 id="requests" tabIndex={-1}>
          {say('Requests')}
        </h2>
        <p>{say('Requests from people and programs. They get your answer by email; your addresses stay private.')}</p>
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
      <SaveState />
    </>
  )
}

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
