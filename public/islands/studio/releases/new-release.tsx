import type { SaidOfAll } from '../../../../src/casset/track/upload/said-of-all.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { SendForm, SendKey } from '../../../lib/field.tsx'
import { useForm } from '../../../lib/form.ts'
import { go } from '../../../lib/go.ts'
import { DetailsFields, detailsOf, type TrackChoice } from './details-fields.tsx'
import type { ReleaseKind } from './labels.ts'

export type NewReleaseProps = { tracks: readonly TrackChoice[]; said: SaidOfAll; kind: ReleaseKind; title: string }

export default function NewRelease({ tracks, ...begins }: NewReleaseProps) {
  const form = useForm('release')
  const submit = async (data: FormData) => {
    const { details, faults } = detailsOf(data)
    if (form.refuseAny(Object.fromEntries(faults.map(({ field, text }) => [field, text])))) return
    const answer = await form.send(() => api.studio.releases.post(details))
    if (answer) go(`/studio/releases/${answer.data.release.id}`)
  }
  return (
    <SendForm class="form wide" submit={submit}>
      <DetailsFields form={form} tracks={tracks} {...begins} />
      <div class="acts">
        <SendKey form={form} label={say('Add credits & rights')} busyLabel={say('Adding…')} />
      </div>
    </SendForm>
  )
}
