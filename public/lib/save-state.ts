import { signal } from '@preact/signals'

export const saveState = signal<'idle' | 'saving' | 'saved' | 'unsaved'>('idle')
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
    saveState.value = 'idle'
  })
}

/** Stores whether a field has unsaved text. While one has, leaving the page asks first. */
export function noteDraft(field: string, isDraft: boolean): void {
  watch()
  if (isDraft) drafts.add(field)
  else drafts.delete(field)
  if (isDraft && saveState.value === 'saved') saveState.value = 'idle'
}

export async function saving<T>(store: () => Promise<T>, isStored: (answer: T) => boolean): Promise<T> {
  watch()
  running += 1
  saveState.value = 'saving'
  let isDone = false
  try {
    const answer = await store()
    isDone = isStored(answer)
    return answer
  } finally {
    running -= 1
    if (running === 0 || !isDone) saveState.value = isDone ? 'saved' : 'unsaved'
  }
}
