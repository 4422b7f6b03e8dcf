import { signal } from '@preact/signals'
import { say } from '../../src/lib/language/say.ts'
import { Said } from './said.tsx'

const labels = () => ({ idle: '', saving: say('Saving…'), saved: say('Saved'), unsaved: say('Not saved') }) as const

const state = signal<keyof ReturnType<typeof labels>>('idle')
/** Text that is written and not stored: a word for each field. */
const drafts = new Set<string>()
let running = 0
let isWatching = false

export const hasDrafts = () => drafts.size > 0

function watch(): void {
  if (isWatching) return
  isWatching = true
  addEventListener('beforeunload', (event) => {
    if (drafts.size > 0 || running > 0) event.preventDefault()
  })
  document.addEventListener('tapedeck:page', () => {
    drafts.clear()
    state.value = 'idle'
  })
}

/** Stores whether a field has unsaved text. While one has, leaving the page asks first. */
export function noteDraft(field: string, isDraft: boolean): void {
  watch()
  if (isDraft) drafts.add(field)
  else drafts.delete(field)
  if (isDraft && state.value === 'saved') state.value = 'idle'
}

export async function saving<T>(store: () => Promise<T>, isStored: (answer: T) => boolean): Promise<T> {
  watch()
  running += 1
  state.value = 'saving'
  let isDone = false
  try {
    const answer = await store()
    isDone = isStored(answer)
    return answer
  } finally {
    running -= 1
    if (running === 0 || !isDone) state.value = isDone ? 'saved' : 'unsaved'
  }
}

export const SaveState = () => (
  <Said class="save-state" data-state={state.value}>
    {labels()[state.value]}
  </Said>
)
