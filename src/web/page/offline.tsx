import Retry from '../../../public/islands/retry.tsx'
import { Cassette } from '../../../public/lib/cassette.tsx'
import type { Ctx } from '../../context.ts'
import { island } from '../island.tsx'
import { optional, page } from '../page.tsx'

const RetryKey = island('retry', Retry)

const head = {
  title: 'No connection',
  description: 'This page needs a connection.',
  path: '/offline',
  isHidden: true,
}

/**
 * `/offline`: what the service worker shows in place of a page that it cannot fetch
 * (rule: installed-site).
 */
export const offlineRoute = (ctx: Ctx) =>
  page(ctx, { path: '/offline', viewer: optional }, () => ({
    head,
    main: (
      <main id="main" class="world trouble wrap" data-pattern="soft-grain" tabIndex={-1}>
        <div class="jcard">
          <Cassette />
          <h1>No connection</h1>
          <p>This page could not be fetched. Check your connection, then try again.</p>
          <div class="acts">
            <RetryKey />
            <a class="key" href="/">
              Browse music
            </a>
          </div>
        </div>
      </main>
    ),
  }))
