import { useSignal } from '@preact/signals'
import { listOfLanguages, ownLanguage, spokenLanguages } from '../../../src/lib/language/languages.ts'
import { say } from '../../../src/lib/language/say.ts'
import { api } from '../../lib/api.ts'
import { asOwner } from '../../lib/as-owner.ts'
import { goFully } from '../../lib/go-fully.ts'
import { Said } from '../../lib/said.tsx'
import { troubleOf } from '../../lib/trouble.ts'

/** Tells the owner of a site from before once that it can speak more languages. */
export default function MoreLanguages() {
  const problem = useSignal('')
  const set = async (value: string) => {
    const { error } = await asOwner(() => api.desk.settings.patch({ settings: [{ name: 'LANGUAGES', value }] }))
    problem.value = error ? troubleOf(error).text : ''
    if (!error) goFully('/desk', 'replace')
  }
  return (
    <section class="health" aria-labelledby="more-languages">
      <h2 id="more-languages">{say('Your site can speak five languages')}</h2>
      <p>
        {say(
          'English, Deutsch, Español, Français and 日本語: each visitor reads pages and emails in their own, and can choose at the foot of every page.',
        )}
      </p>
      <p class="acts">
        <button type="button" class="key go needs-js" onClick={() => void set(listOfLanguages(spokenLanguages))}>
          {say('Offer all five')}
        </button>
        <button type="button" class="key needs-js" onClick={() => void set(ownLanguage)}>
          {say('Stay with English')}
        </button>
      </p>
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </section>
  )
}
