import { say } from '../../src/lib/language/say.ts'
import { showToast } from '../lib/toast.ts'
import { PlayFault } from './signed.ts'
import { current, index, queue } from './state.ts'

/**
 * Whether this browser cannot play what is at `url`, such as Ogg in Safari before 18.4, and there
 * is another track to go on with, which is then said (rule: unplayable). Throws PlayFault where
 * there is none.
 */
export async function mustPassOver(audio: HTMLAudioElement, url: string): Promise<boolean> {
  const answer = await fetch(url, { method: 'HEAD' }).catch(() => null)
  const type = answer?.ok ? answer.headers.get('content-type') : null
  if (!type || audio.canPlayType(type) !== '') return false
  const reason = say('This browser cannot play the format of “{title}”.', { title: current.value?.title ?? '' })
  if (!queue.value[index.value + 1]) throw new PlayFault(reason)
  showToast(reason)
  return true
}
