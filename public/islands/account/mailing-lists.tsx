import { useSignal } from '@preact/signals'
import type { Consents } from '../../../src/audience/mailing-list/model.ts'
import { say } from '../../../src/lib/language/say.ts'
import { announce } from '../../lib/announce.ts'
import { api } from '../../lib/api.ts'
import { Day } from '../../lib/day.tsx'
import { inParts } from '../../lib/in-parts.tsx'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

export type MailingListsProps = { lists: Consents['mailingLists']; allowsLetters: boolean }

export default function MailingLists({ lists, allowsLetters }: MailingListsProps) {
  const allows = useSignal(allowsLetters)
  const shown = useSignal(lists)
  const problem = useSignal('')
  const leave = async ({ id, artist }: MailingListsProps['lists'][number]) => {
    problem.value = ''
    const { error, status } = await api['mailing-lists']({ id }).delete()
    if (error && status !== 404) {
      problem.value = troubleOf(error).text
      return
    }
    shown.value = shown.value.filter((each) => each.id !== id)
    announce(say('You are off the mailing list of {displayName}.', { displayName: artist.displayName }))
  }
  const allow = async (allowed: boolean) => {
    problem.value = ''
    const { data, error } = await api.letters.followed.put({ allowed })
    problem.value = error ? troubleOf(error).text : ''
    allows.value = data?.allowed ?? !allowed
    if (data) announce(say('Saved'))
  }
  return (
    <>
      <label class="switch">
        <input
          type="checkbox"
          class="needs-js"
          checked={allows.value}
          onChange={({ currentTarget }) => void allow(currentTarget.checked)}
        />
        {say('Artists whom I follow may send me their letters by email, to my confirmed address.')}
      </label>
      {shown.value.length === 0 && (
        <p class="hint">{say('You are on no mailing list. Artists ask you when you buy from them.')}</p>
      )}
      <ul class="sessions">
        {shown.value.map((list) => (
          <li key={list.id}>
            <span>
              <b dir="auto">{list.artist.displayName}</b>
              <span class="mono">
                {inParts(say('{email} · since <day></day>', { email: list.email }), {
                  day: () => <Day iso={list.since} />,
                })}
              </span>
            </span>
            <button
              type="button"
              class="key needs-js"
              aria-label={say('Leave the mailing list of {displayName}', { displayName: list.artist.displayName })}
              onClick={() => void leave(list)}
            >
              {say('Leave')}
            </button>
          </li>
        ))}
      </ul>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
