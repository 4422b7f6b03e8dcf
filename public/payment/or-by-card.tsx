import { say } from '../../src/lib/language/say.ts'

/** The line between the keys of wallets and the fields of a card. */
export const OrByCard = () => <p class="or">{say('or pay another way')}</p>
