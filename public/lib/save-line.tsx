import { say } from '../../src/lib/language/say.ts'
import { Said } from './said.tsx'
import { saveState } from './save-state.ts'

const labels = () => ({ idle: '', saving: say('Saving…'), saved: say('Saved'), unsaved: say('Not saved') }) as const

export const SaveLine = () => (
  <Said class="save-state" data-state={saveState.value}>
    {labels()[saveState.value]}
  </Said>
)
