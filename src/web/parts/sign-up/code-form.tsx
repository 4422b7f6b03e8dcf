import { say } from '../../../lib/language/say.ts'

/** For strangers: whatever they do next is about the casset that their code gives. */
export const CodeForm = () => (
  <form class="gate-form" action="/redeem">
    <div class="field">
      <label for="code">{say('Code')}</label>
      <input
        id="code"
        name="code"
        placeholder="ABCD-EFGH-JKMN-PQRS"
        autocapitalize="characters"
        autocomplete="off"
        spellcheck={false}
        maxLength={100}
        aria-describedby="code-hint"
        required
      />
      <p class="hint" id="code-hint">
        {say('Capitals and dashes do not matter.')}
      </p>
    </div>
    <div class="acts">
      <button type="submit" class="key go">
        {say('Continue')}
      </button>
    </div>
  </form>
)
