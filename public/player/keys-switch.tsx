import { say } from '../../src/lib/language/say.ts'
import { keysOn } from './keys.ts'

export const KeysSwitch = () => (
  <label class="switch">
    <input
      type="checkbox"
      checked={keysOn.value}
      onChange={({ currentTarget }) => {
        keysOn.value = currentTarget.checked
      }}
    />
    {say('Use single-key shortcuts')}
  </label>
)
