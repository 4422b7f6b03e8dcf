import { say } from '../../lib/language/say.ts'
import { notedPrice } from '../../lib/money/money.ts'
import type { Money } from '../../platform/http/request/schema.ts'

export type Choice = { path: string; name: string; price: Money; note?: string | undefined }

type ChoicesProps = {
  choices: readonly Choice[]
  /** The path of the one that is being bought. */
  here: string
  priceNote: string | null
}

export const Choices = ({ choices, here, priceNote }: ChoicesProps) => (
  <nav class="choices" aria-label={say('What you buy')}>
    <ul>
      {choices.map(({ path, name, price, note }) => (
        <li key={path}>
          <a href={`/checkout/${path}`} aria-current={path === here ? 'page' : undefined}>
            <span dir="auto">{name}</span>
            <span class="mono">{notedPrice(price, priceNote)}</span>
            {note !== undefined && <span class="fine-print">{note}</span>}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
