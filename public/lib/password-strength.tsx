import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type AccountFacts, accountWords } from '../../src/lib/account/account-words.ts'
import { shortestPassword, strongLength, weaknessOf, weaknessReason } from '../../src/lib/account/password-rule.ts'
import { say } from '../../src/lib/language/say.ts'
import { lengthOf } from './form.ts'
import { Said } from './said.tsx'

const rule = () => say('{least} characters or more; a few words in a row are fine.', { least: shortestPassword })
const fair = () => say('Good. {characters} characters or more are safer still.', { characters: strongLength })

type Judged = { strength: 'short' | 'weak' | 'fair' | 'strong'; text: string }

function judge(password: string, known: AccountFacts, isCommon: (text: string) => boolean): Judged {
  const length = lengthOf(password)
  if (length < shortestPassword) return { strength: 'short', text: rule() }
  const weakness = weaknessOf(password, { isCommon, words: accountWords(known) })
  if (weakness) return { strength: 'weak', text: weaknessReason(weakness) }
  return length < strongLength ? { strength: 'fair', text: fair() } : { strength: 'strong', text: say('Strong.') }
}

export function PasswordStrength({ password, known }: { password: string; known: Omit<AccountFacts, 'host'> }) {
  const list = useSignal<(text: string) => boolean>(() => false)
  const isWriting = password !== ''
  useEffect(() => {
    // Two hundred kilobytes, loaded only to set a password. Without them the server still refuses
    // weak ones.
    if (isWriting) {
      import('../../src/lib/account/frequent-passwords.ts').then(
        ({ isCommonPassword }) => {
          list.value = isCommonPassword
        },
        () => {},
      )
    }
  }, [isWriting])
  const host = globalThis.location?.hostname ?? ''
  const { strength, text } = judge(password, { ...known, host }, list.value)
  return (
    <Said isHint as="span" data-strength={strength}>
      {text}
    </Said>
  )
}
