import { say } from '../../../src/lib/language/say.ts'
import { levelGives, rhythmSum } from '../../../src/lib/money/rhythm-sum.ts'
import type { Level } from '../../../src/shop/support/model.ts'

type LevelChoiceProps = { levels: readonly Level[]; chosen: string | undefined; onChoose: (level: Level) => void }

export const LevelChoice = ({ levels, chosen, onChoose }: LevelChoiceProps) => (
  <fieldset class="field stickers answers">
    <legend>{say('How you support')}</legend>
    {levels.map((level) => (
      <label key={level.id}>
        <input
          type="radio"
          name="level"
          value={level.id}
          checked={chosen === level.id}
          onChange={() => onChoose(level)}
        />
        <span>
          <b dir="auto">{level.name}</b>{' '}
          <small>{say('{sum} or more', { sum: rhythmSum(level.least, level.rhythm) })}</small>
          {level.words !== '' && <small dir="auto">{level.words}</small>}
          {levelGives(level).map((each) => (
            <small key={each}>{each}</small>
          ))}
        </span>
      </label>
    ))}
  </fieldset>
)
