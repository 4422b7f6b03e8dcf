import { useSignal } from '@preact/signals'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { goFully } from '../../lib/go-fully.ts'
import { keepsSound } from '../../lib/kept-sound.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'
import { eject } from '../../player/engine.ts'

/** Also works without scripts. Stops the player, as its music may be only for this account. */
export default function SignOut() {
  const problem = useSignal('')
  const leave = async () => {
    // Most browsers keep no music.
    const away = keepsSound() ? import('../../kept/take-away.ts') : undefined
    const { error } = await api.auth.logout.post()
    if (error) {
      problem.value = troubleOf(error).text
      return
    }
    eject()
    // A browser that forbids storage keeps nothing either.
    await away?.then(({ takeAllAway }) => takeAllAway()).catch(() => undefined)
    goFully('/')
  }
  return (
    <>
      <form
        method="post"
        action="/logout"
        onSubmit={(event) => {
          event.preventDefault()
          void leave()
        }}
      >
        <button type="submit">{say('Sign out')}</button>
      </form>
      {problem.value && (
        <Said as="span" role="alert" class="problem">
          {problem}
        </Said>
      )}
    </>
  )
}
