import PlayAll from '../../../../public/islands/library/play-all.tsx'
import { say } from '../../../lib/language/say.ts'
import { longest } from '../../../lib/text/longest.ts'
import type { ShelfOrder, ShelfSearch } from '../../../shop/checkout/find-shelf.ts'
import { island } from '../../document/island.tsx'
import type { Spine } from './view.ts'

const PlayAllKey = island('library/play-all', PlayAll)

const orderNames = (): Readonly<Record<ShelfOrder, string>> => ({
  newest: say('Newest first'),
  oldest: say('Oldest first'),
  artist: say('By artist'),
  name: say('By name'),
})

/** Fewer cassets are seen at a glance. */
const searchedFrom = 6

export function ShelfTools({ search, spines }: { search: ShelfSearch | null; spines: readonly Spine[] }) {
  const held = spines.flatMap(({ tape, purchase, isHeld, waiting }) =>
    tape && isHeld && waiting?.hasOpen !== false ? [{ tape, purchaseId: purchase.id }] : [],
  )
  return (
    <div class="shelf-tools">
      {held.length > 0 && <PlayAllKey tapes={held} />}
      {(search || spines.length >= searchedFrom) && <Search search={search} />}
    </div>
  )
}

const Search = ({ search }: { search: ShelfSearch | null }) => (
  <search>
    <form class="search" action="/library">
      <label for="search">{say('Find in your library')}</label>
      <input
        id="search"
        name="q"
        type="search"
        defaultValue={search?.q ?? ''}
        maxLength={longest.cassetQuery}
        autocomplete="off"
      />
      <label>
        <span class="sr">{say('Order')}</span>
        <select name="order">
          {Object.entries(orderNames()).map(([order, name]) => (
            <option key={order} value={order} selected={order === (search?.order ?? 'newest')}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="key">
        {say('Show')}
      </button>
    </form>
  </search>
)

export function Pages({ search: { q, order, page, limit }, found }: { search: ShelfSearch; found: number }) {
  const linkTo = (to: number) => `/library?${new URLSearchParams({ q, order, page: String(to) })}`
  const hasMore = page * limit < found
  if (page === 1 && !hasMore) return null
  return (
    <nav class="acts" aria-label={say('Pages')}>
      {page > 1 && (
        <a class="key" href={linkTo(page - 1)}>
          {say('Back')}
        </a>
      )}
      {hasMore && (
        <a class="key" href={linkTo(page + 1)}>
          {say('More')}
        </a>
      )}
    </nav>
  )
}
