import { say } from '../../../src/lib/language/say.ts'

export default function Print() {
  return (
    <button type="button" class="key go needs-js" onClick={() => print()}>
      {say('Print')}
    </button>
  )
}
