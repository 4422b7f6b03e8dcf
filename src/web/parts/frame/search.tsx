import { say } from '../../../lib/language/say.ts'
import { longest } from '../../../lib/text/longest.ts'

export const Search = ({ q, type }: { q: string; type?: string }) => (
  <search>
    <form class="search" action="/search">
      {type !== undefined && <input type="hidden" name="type" value={type} />}
      <label for="search">{say('Find a casset, an artist or a track')}</label>
      <input id="search" name="q" type="search" defaultValue={q} maxLength={longest.cassetQuery} autocomplete="off" />
      <button type="submit" class="key">
        {say('Search')}
      </button>
    </form>
  </search>
)
