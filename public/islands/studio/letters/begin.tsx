import { useSignal } from '@preact/signals'
import { say } from '../../../../src/lib/language/say.ts'
import { api } from '../../../lib/api.ts'
import { go } from '../../../lib/go.ts'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

export default function Begin() {
  const problem = useSignal('')
  const begin = async () => {
    const { data, error } = await api.studio.letters.post({})
    if (data) go(`/studio/letters/${data.letter.id}`)
    else problem.value = troubleOf(error).text
  }
  return (
    <>
      <p class="acts">
        <button type="button" class="key go needs-js" onClick={() => void begin()}>
          {say('Write a letter')}
        </button>
      </p>
      <Said role="alert" class="problem">
        {problem.value}
      </Said>
    </>
  )
}
