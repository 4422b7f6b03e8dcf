import type { Person } from '../../room/message.ts'

type ShelfProps = { listeners: number; members: readonly Person[]; ownHandle: string | null }

const mostBlank = 6

/**
 * The people in the room: each member's cassette on a shelf, and a blank one for each of a few
 * guests.
 */
export function Shelf({ listeners, members, ownHandle }: ShelfProps) {
  const guests = Math.max(0, listeners - members.length)
  const blanks = Array.from({ length: Math.min(guests, mostBlank) }, (_, at) => `guest ${at}`)
  return (
    <section class="shelf-of-listeners" aria-labelledby="listeners">
      <h2 id="listeners">{headingOf(listeners)}</h2>
      <ul>
        {members.map(({ handle, displayName, pfp }) => (
          <li key={handle} data-own={handle === ownHandle ? '' : undefined}>
            <a href={`/@${handle}`}>
              <img src={pfp} alt="" width="28" height="28" loading="lazy" decoding="async" />
              <span dir="auto">{handle === ownHandle ? 'You' : displayName}</span>
            </a>
          </li>
        ))}
        {blanks.map((key) => (
          <li key={key} class="guest" aria-hidden="true" />
        ))}
      </ul>
      {guests > 0 && <p class="mono">{members.length > 0 ? `and ${guestsText(guests)}` : guestsText(guests)}</p>}
    </section>
  )
}

const guestsText = (guests: number) => (guests === 1 ? '1 guest' : `${guests} guests`)

function headingOf(listeners: number): string {
  if (listeners === 0) return 'Who is here'
  return listeners === 1 ? '1 listening' : `${listeners} listening`
}
