import type { Plays } from '../../../../casset/play/model.ts'
import { inEachLanguage } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'

const regions = inEachLanguage((locale) => new Intl.DisplayNames(locale, { type: 'region' }))
const languages = inEachLanguage((locale) => new Intl.DisplayNames(locale, { type: 'language' }))

type Named = { name: string; plays: number }

const mostShown = 12

export const Places = ({ plays }: { plays: Plays }) => (
  <div class="played-lists">
    <List
      id="sources"
      title={say('Where from')}
      column={say('Site')}
      hint={say('The site with the link that brought them.')}
      rows={plays.sources.map(({ source, plays }) => ({ name: sourceName(source), plays }))}
    />
    <List
      id="languages"
      title={say('Countries')}
      column={say('Country')}
      hint={say('By the language that the browser asks for: a guess, not a place.')}
      rows={plays.languages.map(({ language, plays }) => ({ name: countryName(language), plays }))}
    />
  </div>
)

function sourceName(source: string | null): string {
  if (source === null) return say('Direct or unknown')
  return source === '*' ? say('Many others') : source
}

/** Returns the country of a language such as `de-AT`; without one the language. */
function countryName(language: string | null): string {
  if (language === null) return say('Unknown ## a country')
  if (language === '*') return say('Many others')
  const [, region] = language.split('-')
  return region
    ? (regions().of(region) ?? region)
    : say('{language}, no country', { language: languages().of(language) ?? language })
}

type ListProps = { id: string; title: string; column: string; hint: string; rows: readonly Named[] }

function List({ id, title, column, hint, rows }: ListProps) {
  const shown = rows.slice(0, mostShown)
  const most = Math.max(1, ...shown.map(({ plays }) => plays))
  const rest = rows.slice(mostShown).reduce((sum, { plays }) => sum + plays, 0)
  return (
    <section class="stat" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="hint">{hint}</p>
      <table class="figure-table play-table">
        <thead>
          <tr>
            <th scope="col">{column}</th>
            <th scope="col">{say('Plays')}</th>
            <th scope="col">
              <span class="sr">{say('Share ## of all plays, a column')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, plays }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-name={say('Plays')}>{plays}</td>
              <td>
                <svg class="share-bar" width="96" height="12" aria-hidden="true">
                  <rect width={`${(plays / most) * 100}%`} height="100%" />
                </svg>
              </td>
            </tr>
          ))}
          {rest > 0 && (
            <tr>
              <th scope="row">{say('{rows} more, in the file', { rows: rows.length - mostShown })}</th>
              <td>{rest}</td>
              <td />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}
