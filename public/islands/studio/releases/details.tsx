import type { NewRelease } from '../../../../src/release/model.ts'
import { useForm } from '../../../lib/form.ts'
import { SavedForm, storeChanges, useSaver } from '../../../lib/saved-form.tsx'
import { DetailsFields, detailsOf, type TrackChoice } from './details-fields.tsx'
import type { ReleaseState } from './state.ts'

const names = ['title', 'type', 'trackIds', 'releaseDate', 'label', 'upc', 'mbid'] as const

/** What a release is. Each field is stored when it is left. */
export function Details({ state, tracks }: { state: ReleaseState; tracks: readonly TrackChoice[] }) {
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
