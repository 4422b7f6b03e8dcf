import { say } from '../../src/lib/language/say.ts'

export const OrByCard = () => <p class="or">{say('or pay another way')}</p>
