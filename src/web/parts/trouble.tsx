import { Cassette } from '../../../public/lib/cassette.tsx'

/** A page for a request that cannot be answered: what happened, why, and what can be done now. */
export type Trouble = { title: string; reason: string; hint?: string; retry?: string }

/** "Nothing on this side", "The tape jammed" and their like. */
export const TroublePage = ({ title, reason, hint, retry }: Trouble) => (
  <main id="main" class="world trouble wrap" data-pattern="soft-grain" tabIndex={-1}>
    <div class="jcard">
      <Cassette />
      <h1>{title}</h1>
      <p>{reason}</p>
      {hint && <p>{hint}</p>}
      <div class="acts">
        {retry !== undefined && (
          <a class="key go" href={retry}>
            Try again
          </a>
        )}
        <a class="key" href="/">
          Back to the rack
        </a>
      </div>
    </div>
  </main>
)

/** For an address with nothing behind it, or nothing the visitor may know of. */
export const nothingHere: Trouble = {
  title: 'Nothing on this side',
  reason: 'There is no such page. Perhaps the tape was taken off the rack, or the address has a slip in it.',
}
