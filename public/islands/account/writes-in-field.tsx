import { say } from '../../../src/lib/language/say.ts'
import { writtenLanguages } from '../../../src/lib/language/written-languages.ts'
import { type Form, fieldId, problemOf } from '../../lib/form.ts'

export function WritesInField({ form, kept }: { form: Form; kept: string | null }) {
  const id = fieldId(form, 'writesIn')
  return (
    <div class="field">
      <label for={id}>{say('Language you write in')}</label>
      <select id={id} name="writesIn" defaultValue={kept ?? ''} aria-describedby={`${id}-hint ${id}-problem`}>
        <option value="" selected={kept === null}>
          {say('Not specified')}
        </option>
        {Object.entries(writtenLanguages).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag} selected={tag === kept}>
            {name}
          </option>
        ))}
      </select>
      <p class="hint" id={`${id}-hint`}>
        {say('So that screen readers, hyphenation and translation handle your texts correctly.')}
      </p>
      <p class="problem" id={`${id}-problem`}>
        {problemOf(form, 'writesIn')}
      </p>
    </div>
  )
}
