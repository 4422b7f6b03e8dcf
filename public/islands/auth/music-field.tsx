import type { Signal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import type { Form } from '../../lib/form.ts'
import { HandleField } from './handle-field.tsx'

type MusicFieldProps = { form: Form; makesMusic: Signal<boolean>; handle: Signal<string>; host: string }

/** Artists choose the address of their page; everybody else gets one from their name. */
export const MusicField = ({ form, makesMusic, handle, host }: MusicFieldProps) => (
  <>
    <div class="field stickers">
      <label>
        <input
          type="checkbox"
          checked={makesMusic.value}
          onChange={({ currentTarget }) => {
            makesMusic.value = currentTarget.checked
          }}
        />
        <span>
          <b>{say('I make music')}</b>
          <small>{say('You get your own page and a studio to publish from.')}</small>
        </span>
      </label>
    </div>
    {makesMusic.value && <HandleField form={form} handle={handle} host={host} />}
  </>
)
