import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { NewRelease } from '../../../../src/release/model.ts'
import { useForm } from '../../../lib/form.ts'
import { Contributors } from './contributors.tsx'
import { DetailsForm, type TrackChoice } from './details-form.tsx'
import { Permissions } from './permissions.tsx'
import { Publishing } from './publishing.tsx'
import { createReleaseState, type ReleaseData } from './state.ts'

export type ReleaseProps = ReleaseData & { tracks: readonly TrackChoice[]; currency: string }

/** A release in the studio: what it is, who had a part in it, what others may do, and its versions. */
export default function ReleaseDesk({ tracks, currency, ...data }: ReleaseProps) {
  const state = useMemo(() => createReleaseState(data), [])
  const form = useForm('release')
  const said = useSignal('')
  const submit = async (details: NewRelease) => {
    said.value = ''
    if (await form.send(() => state.change(details))) said.value = 'Saved'
  }
  return (
    <>
      <section aria-labelledby="publishing">
        <h2 id="publishing">Versions</h2>
        <Publishing state={state} />
      </section>
      <section aria-labelledby="details">
        <h2 id="details">Details</h2>
        <DetailsForm
          form={form}
          tracks={tracks}
          release={state.release.value}
          label="Save details"
          busyLabel="Saving…"
          said={said}
          submit={submit}
        />
      </section>
      <section aria-labelledby="people">
        <h2 id="people">People</h2>
        <Contributors state={state} />
      </section>
      <section aria-labelledby="permissions">
        <h2 id="permissions">What others may do</h2>
        <Permissions state={state} currency={currency} />
      </section>
    </>
  )
}
