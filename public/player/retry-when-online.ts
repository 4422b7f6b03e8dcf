import { retry } from './engine.ts'
import { fault } from './state.ts'

/** Resumes playback that a lost connection stopped. One that is just back often fails at first. */
addEventListener('online', () => {
  let left = 3
  const again = async () => {
    if (fault.value) await retry()
    left -= 1
    if (fault.value && left > 0) setTimeout(again, 1_500)
  }
  if (fault.value?.kind === 'offline') void again()
})
