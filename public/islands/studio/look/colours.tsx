import { useSignal } from '@preact/signals'
import type { ThemeTokens } from '../../../../src/casset/shape.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { Icon } from '../../../lib/icon.tsx'
import { Said } from '../../../lib/said.tsx'
import type { Trouble } from '../../../lib/trouble.ts'
import type { CassetEditor } from '../casset-editor.ts'

type Token = keyof ThemeTokens

const tokens = () =>
  [
    { token: 'accent', text: say('Accent'), start: '#b03f00' },
    { token: 'background', text: say('Background'), start: '#f9ede4' },
    { token: 'surface', text: say('Cards'), start: '#fffaf6' },
    { token: 'text', text: say('Text'), start: '#2b1c12' },
  ] as const satisfies readonly { token: Token; text: string; start: string }[]

const without = (all: ThemeTokens, token: Token): ThemeTokens => {
  const { [token]: _, ...rest } = all
  return rest
}

/** An unset colour is derived from the accent or the cover. Errors are shown at their colour. */
export function Colours({ editor }: { editor: CassetEditor }) {
  /** Refused colours are sent again with the next one, which may give the missing contrast. */
  const drafts = useSignal<ThemeTokens>({})
  const trouble = useSignal<Trouble | null>(null)
  const kept = editor.theme.value.tokens
  const shown = { ...kept, ...drafts.value }

  const keep = async (wanted: ThemeTokens) => {
    trouble.value = await editor.change({ themeTokens: wanted })
    if (trouble.value === null) drafts.value = {}
  }
  const set = (token: Token, colour: string) => {
    drafts.value = { ...drafts.value, [token]: colour }
    void keep({ ...shown, [token]: colour })
  }
  const clear = (token: Token) => {
    drafts.value = without(drafts.value, token)
    void keep(without(shown, token))
  }
  const faultOf = (token: Token) => (trouble.value?.field === `themeTokens.${token}` ? trouble.value.text : '')
  const isOfNoField = trouble.value !== null && !tokens().some(({ token }) => faultOf(token))

  return (
    <fieldset class="field colours">
      <legend>{say('Colours')}</legend>
      {tokens().map(({ token, text, start }) => (
        <div key={token} class="colour">
          <label>
            <input
              type="color"
              value={shown[token] ?? start}
              data-unset={shown[token] === undefined ? token : undefined}
              aria-invalid={faultOf(token) !== ''}
              aria-describedby={`colour-${token}-problem`}
              onChange={({ currentTarget }) => set(token, currentTarget.value)}
            />
            <span>
              {text}
              {/* The field itself says its colour. */}
              <span class="mono" aria-hidden={shown[token] === undefined ? undefined : 'true'}>
                {shown[token] ?? say('automatic')}
              </span>
            </span>
          </label>
          {shown[token] !== undefined && (
            <button
              type="button"
              class="quiet"
              aria-label={say('{text}: back to automatic', { text })}
              onClick={() => clear(token)}
            >
              <Icon name="cross" />
            </button>
          )}
          <Said role="alert" class="problem" id={`colour-${token}-problem`}>
            {faultOf(token)}
          </Said>
        </div>
      ))}
      <Said role="alert" class="problem">
        {isOfNoField ? trouble.value?.text : ''}
      </Said>
    </fieldset>
  )
}
