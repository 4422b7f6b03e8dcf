import { inEachLanguage } from '../../../../lib/language/formats.ts'
import { say } from '../../../../lib/language/say.ts'
import type { ReleaseView } from './view.ts'

const percent = inEachLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }),
)
const basisPoints = 10_000

export const Makers = ({ view: { artist, contributors, rightsScopes } }: { view: ReleaseView }) => (
  <section aria-labelledby="makers">
    <h2 id="makers">{say('Who made it')}</h2>
    <ul class="lines">
      <li>
        <a class="tap" href={`/@${artist.handle}`} dir="auto">
          {artist.displayName}
        </a>{' '}
        <span>{say('published it')}</span>
      </li>
      {contributors.map(({ name, role, share, handle }) => (
        <li key={`${name} ${role}`}>
          {handle === null ? (
            <b dir="auto">{name}</b>
          ) : (
            <a class="tap" href={`/@${handle}`} dir="auto">
              {name}
            </a>
          )}{' '}
          <span dir="auto">
            {role}
            {share !== null && ` · ${percent().format(share / basisPoints)}`}
          </span>
        </li>
      ))}
      {rightsScopes.map(({ right, territory, holder }) => (
        <li key={`${right} ${territory} ${holder}`}>
          <b dir="auto">{holder}</b>{' '}
          <span dir="auto">
            {right}, {territory}
          </span>
        </li>
      ))}
    </ul>
  </section>
)
