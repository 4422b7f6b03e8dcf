import type { NewRelease as NewReleaseBody } from '../../../../src/release/model.ts'
import { api } from '../../../lib/api.ts'
import { useForm } from '../../../lib/form.ts'
import { goFully } from '../../../lib/go-fully.ts'
import { DetailsForm, type TrackChoice } from './details-form.tsx'

export type NewReleaseProps = { tracks: readonly TrackChoice[] }

/** Makes a release of the artist's tracks and opens it. */
export default function NewRelease({ tracks }: NewReleaseProps) {
  const form = useForm('release')
  const submit = async (body: NewReleaseBody) => {
    const answer = await form.send(() => api.studio.releases.post(body))
    if (answer) goFully(`/studio/releases/${answer.data.release.id}`)
  }
  return <DetailsForm form={form} tracks={tracks} label="Create release" busyLabel="Creating…" submit={submit} />
}
