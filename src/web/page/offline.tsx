import KeptIsland from '../../../public/islands/library/kept.tsx'
import Retry from '../../../public/islands/retry.tsx'
import { Cassette } from '../../../public/lib/cassette.tsx'
import type { Ctx } from '../../context.ts'
import { say } from '../../lib/language/say.ts'
import { island } from '../document/island.tsx'
import { optional, page } from '../page.tsx'

const RetryKey = island('retry', Retry)
const Kept = island('library/kept', KeptIsland)

const head = () => ({
  title: say('No connection'),
  description: say('This page needs a connection.'),
  path: '/offline',
  sheet: 'forms' as const,
  isHidden: true,
})

/** `/offline`: shown for a page that the service worker cannot fetch (rule: installed-site). */
export const offlineRoute = (ctx: Ctx) =>
  page(ctx, { path: '/offline', viewer: optional }, () => ({
    head: head(),
    main: (
      <main id="main" class="world trouble wrap" data-pattern="soft-grain" tabIndex={-1}>
        <div class="jcard">
          <Cassette />
          <h1>{say('No connection')}</h1>
          <p>{say('This page could not be fetched. Check your connection, then try again.')}</p>
          <div class="acts">
            <RetryKey />
            <a class="key" href="/">
              {say('Browse music')}
            </a>
          </div>
        </div>
        <Kept isOffline />
      </main>
    ),
  }))
