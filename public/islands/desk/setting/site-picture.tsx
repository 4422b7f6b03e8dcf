import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import type { DeskSetting } from '../../../../src/operate/desk/model.ts'
import { askForSquare, CropDialog, type Oblong } from '../../../lib/crop-dialog.tsx'
import { type Form, fieldId } from '../../../lib/form.ts'
import { PictureKey } from '../../../lib/picture-key.tsx'
import { SettingNotes } from './setting-notes.tsx'

type SitePictureProps = {
  form: Form
  setting: DeskSetting
}

const smallUrl = (id: string) => `/api/assets/${id}/256.webp`

export function SitePicture({ form, setting }: SitePictureProps) {
  const { name, label, value, setBy } = setting
  const chosen = useSignal(value)
  const asked = useSignal<Oblong | null>(null)
  const isFixed = setBy === 'environment'
  return (
    <fieldset class="field site-picture" id={fieldId(form, name)} tabIndex={-1}>
      <legend>{label}</legend>
      {chosen.value !== null && <img src={smallUrl(chosen.value)} alt="" width="96" height="96" />}
      <input type="hidden" name={name} value={chosen.value ?? ''} />
      {!isFixed && (
        <PictureKey
          label={chosen.value === null ? say('Choose a picture') : say('Choose another')}
          prepare={(file) => askForSquare(file, asked)}
          onPicture={async ({ id }) => {
            chosen.value = id
            form.forgive(name)
            return null
          }}
        >
          {chosen.value !== null && (
            <button
              type="button"
              class="link needs-js"
              onClick={() => {
                chosen.value = null
              }}
            >
              {say('Remove it ## a picture')}
            </button>
          )}
        </PictureKey>
      )}
      <CropDialog asked={asked} />
      <SettingNotes form={form} setting={setting} />
    </fieldset>
  )
}
