import { useMemo } from 'preact/hooks'
import type { Payable } from '../../../lib/obstacle-hint.tsx'
import { SaveState } from '../../../lib/save-state.tsx'
import { Contributors } from './contributors.tsx'
import { Details } from './details.tsx'
import type { TrackChoice } from './details-fields.tsx'
import { Permissions } from './permissions.tsx'
import { Publishing } from './publishing.tsx'
import { createReleaseState, type ReleaseData } from './state.ts'

export type ReleaseProps = ReleaseData & Payable & { tracks: readonly TrackChoice[]; currency: string }

/** A release in the studio: what it is, who had a part in it, what others may do, and its versions. */
export default function ReleaseDesk({ tracks, currency, obstacle, ownsSite, ...data }: ReleaseProps) {
  const state = useMemo(() => createReleaseState(data), [])
  return (
    <>
      <section aria-labelledby="publishing">
        <h2 id="publishing">Versions</h2>
        <Publishing state={state} />
      </section>
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <Details state={state} tracks={tracks} />
      </section>
      <section aria-labelledby="people">
        <h2 id="people">People</h2>
        <Contributors state={state} />
      </section>
      <section aria-labelledby="permissions">
        <h2 id="permissions">What others may do</h2>
        <Permissions state={state} currency={currency} obstacle={obstacle} ownsSite={ownsSite} />
      </section>
      <SaveState />
    </>
  )
}
