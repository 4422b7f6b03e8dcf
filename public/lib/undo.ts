import { say } from '../../src/lib/language/say.ts'
import { keepToast, showToast } from './toast.ts'

/**
 * Says what was done, with a key that takes it back and one that closes the message, for the
 * keyboard too: the focus is on the first. The message stays until one is pressed or another takes
 * its place (WCAG 2.2.1); what was done is done, whatever becomes of the page. `takeBack` returns
 * what is wrong, if it fails.
 */
export function showUndo(text: string, takeBack: () => Promise<{ text: string } | null | undefined>): void {
  const key = (label: string, act: () => void) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = 'key'
    made.textContent = label
    made.onclick = act
    return made
  }
  const before = document.activeElement
  // A key that goes takes the focus with it: it returns to where it was, unless the act moves it.
  const goBack = () => {
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const undo = key(say('Undo'), async () => {
    undo.disabled = true
    const trouble = await takeBack()
    if (!undo.isConnected) return
    goBack()
    showToast(trouble?.text ?? say('Taken back.'))
  })
  const close = key(say('Close'), () => {
    goBack()
    keepToast('')
  })
  keepToast(text, undo, close)
  // Behind an open dialog nothing can be focused.
  setTimeout(() => undo.focus())
}
