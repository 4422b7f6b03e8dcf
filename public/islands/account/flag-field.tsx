import type { ArtistProfile } from '../../../src/account/shape.ts'
import { say } from '../../../src/lib/language/say.ts'
import { textOf } from '../../lib/form.ts'

type Flag = ArtistProfile['profileFlag']

const choices = () =>
  [
    { value: '', text: say('No label') },
    { value: 'no-ai', text: say('No AI: made by people') },
    { value: 'ai', text: say('Made with AI') },
  ] as const

export function flagOf(data: FormData): Flag {
  const value = textOf(data, 'profileFlag')
  return value === 'ai' || value === 'no-ai' ? value : null
}

/** The field for the casset's badge: how the music was made. One at most. */
export const FlagField = ({ kept }: { kept: Flag }) => (
  <fieldset class="field stickers">
    <legend>{say('AI label')}</legend>
    {choices().map(({ value, text }) => (
      <label key={value}>
        <input type="radio" name="profileFlag" value={value} defaultChecked={value === (kept ?? '')} />
        <span>{text}</span>
      </label>
    ))}
  </fieldset>
)
