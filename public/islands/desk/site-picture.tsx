import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../src/operate/desk/model.ts'
import { askForSquare, CropDialog, type Oblong } from '../../lib/crop-dialog.tsx'
import { type Form, problemOf } from '../../lib/form.ts'
import { PictureKey } from '../../lib/picture-key.tsx'

type SitePictureProps = {
  form: Form
  setting: DeskSetting
  /** Receives the id of the chosen picture, null for none. */
  onChange?: (assetId: string | null) => void
}

const smallUrl = (id: string) => `/api/assets/${id}/256.webp`

export function SitePicture({ form, setting, onChange }: SitePictureProps) {
  const { name, label, hint, value, setBy } = setting
  const chosen = useSignal(value)
  const asked = useSignal<Oblong | null>(null)
  const problem = problemOf(form, name)
  const choose = (id: string | null) => {
    chosen.value = id
    onChange?.(id)
  }
  const isFixed = setBy === 'environment'
  return (
    <fieldset class="field site-picture">
      <legend>{label}</legend>
      {chosen.value !== null && <img src={smallUrl(chosen.value)} alt="" width="96" height="96" />}
      <input type="hidden" name={name} value={chosen.value ?? ''} />
      {!isFixed && (
        <PictureKey
          label={chosen.value === null ? say('Choose a picture') : say('Choose another')}
          prepare={(file) => askForSquare(file, asked)}
          onPicture={async ({ id }) => {
            choose(id)
            form.forgive(name)
            return null
          }}
        >
          {chosen.value !== null && (
            <button
              type="button"
              class="link needs-js"
              onClick={() => {
                choose(null)
              }}
            >
              {say('Remove it ## a picture')}
            </button>
          )}
        </PictureKey>
      )}
      <CropDialog asked={asked} />
      <p class="hint">{isFixed ? say('Set by the environment, as {name}: change it there.', { name }) : hint}</p>
      <p class="problem">{problem}</p>
    </fieldset>
  )
}
