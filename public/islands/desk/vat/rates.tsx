import { useSignal } from '@preact/signals'
import type { Vat } from '../../../../src/books/vat/model.ts'
import { asTitle } from '../../../../src/lib/language/as-title.ts'
import { say } from '../../../../src/lib/language/say.ts'
import { rateText } from '../../../../src/lib/money/vat.ts'
import { announce } from '../../../lib/announce.ts'
import { api } from '../../../lib/api.ts'
import { asOwner } from '../../../lib/as-owner.ts'
import { Day } from '../../../lib/day.tsx'
import { focusOn } from '../../../lib/focus-on.ts'
import { inParts } from '../../../lib/in-parts.tsx'
import { Said } from '../../../lib/said.tsx'
import { troubleOf } from '../../../lib/trouble.ts'

type RatesProps = { vat: Vat; keep: (now: Vat) => void }

export function Rates({ vat: { rates, standard }, keep }: RatesProps) {
  const problem = useSignal('')
  const change = async (changes: { country: string; percent: string | null }[], said: string) => {
    const { data, error } = await asOwner(() => api.desk.vat.rates.patch({ rates: changes }))
    problem.value = error ? troubleOf(error).text : ''
    if (!data) return
    keep(data)
    announce(said)
    focusOn('#rates')
  }
  // A rate that the owner has set may be newer than our list.
  const known = new Set(rates.map(({ country }) => country))
  const missing = standard.rates.filter(({ country }) => !known.has(country))
  return (
    <>
      {rates.length === 0 ? (
        <p class="empty">{say('No country has a rate yet.')}</p>
      ) : (
        <table class="figure-table vat-rates">
          <thead>
            <tr>
              <th scope="col">{say('Country')}</th>
              <th scope="col">{say('Rate')}</th>
              <th scope="col">
                <span class="sr">{say('Remove')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rates.map(({ country, name, percent, next }) => (
              <tr key={country}>
                <th scope="row">
                  {name} <span class="mono">{country}</span>
                </th>
                <td>
                  {percent === null ? asTitle(say('None yet.')) : `${rateText(percent)} %`}
                  {next && (
                    <small>
                      {inParts(say('{percent} % from <day></day>', { percent: rateText(next.percent) }), {
                        day: () => <Day iso={`${next.from}T00:00:00.000Z`} />,
                      })}
                    </small>
                  )}
                </td>
                <td>
                  <button
                    type="button"
                    class="key needs-js"
                    aria-label={say('Remove the rate of {name}', { name })}
                    onClick={() => void change([{ country, percent: null }], say('{name} has no rate now.', { name }))}
                  >
                    {say('Remove')}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="hint">
        {inParts(
          say(
            'The standard rates of the European Union come from <a>its own list</a>, as of <day></day>. Rates change a few times a year: check there what holds now. A buyer from a country without a rate pays none.',
          ),
          {
            a: (text) => (
              <a href={standard.source} rel="noreferrer">
                {text}
              </a>
            ),
            day: () => <Day iso={`${standard.asOf}T00:00:00.000Z`} />,
          },
        )}
      </p>
      {missing.length > 0 && (
        <div class="acts">
          <button
            type="button"
            class="key needs-js"
            onClick={() => void change(missing, say('The standard rates of the European Union are set.'))}
          >
            {say('Take the standard rates of the EU')}
          </button>
        </div>
      )}
      <Said role="alert" class="problem">
        {problem}
      </Said>
    </>
  )
}
