import { KeysSwitch } from '../../player/keys-switch.tsx'

export default function Keys() {
  return <KeysSwitch />
}
