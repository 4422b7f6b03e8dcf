import { say } from '../../lib/language/say.ts'
import { countryName } from '../../lib/payment/country.ts'
import { wallText } from '../../lib/time/wall-text.ts'
import type { ShowRow } from './show.ts'

/** Signs that Markdown would read stay what somebody typed. */
const plain = (text: string): string => text.replace(/[\\`*_[\]<>#~|]/g, (sign) => `\\${sign}`)

// A parenthesis in an address would end the link.
const linked = (url: string): string => url.replaceAll('(', '%28').replaceAll(')', '%29')

/** Returns shows as a part of a letter, in Markdown; those that are called off are left out. */
export function showsText(rows: readonly ShowRow[]): string {
  const lines = rows
    .filter(({ state }) => state !== 'CALLED_OFF')
    .map(({ day, time, venue, town, country, withWhom, ticketsUrl, state }) => {
      const parts = [
        `${plain(venue)}, ${plain(town)}, ${countryName(country)}`,
        withWhom !== null && plain(say('With {names} ## others who play at a show', { names: withWhom })),
        state === 'SOLD_OUT' && say('Sold out'),
        state === 'ON' &&
          ticketsUrl !== null &&
          `[${say('Tickets ## a link to where they are sold')}](${linked(ticketsUrl)})`,
      ]
      return `- **${wallText(day, time)}** · ${parts.filter((part) => part !== false).join(' · ')}`
    })
  return lines.length === 0 ? '' : `## ${say('Shows')}\n\n${lines.join('\n')}`
}
