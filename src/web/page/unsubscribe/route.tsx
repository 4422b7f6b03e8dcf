import type { Ctx } from '../../../context.ts'
import { listOfKey } from '../../../money/mailing-list/end-consent.ts'
import { optional, page } from '../../page.tsx'
import { secretPage } from '../../parts/secret-page.ts'
import { UnsubscribePage, unsubscribeHead } from './page.tsx'

/**
 * `/unsubscribe`: the link in a gathered letter ends those letters, and the one in an artist's letter ends that mailing
 * list (rules 10.8, 10.12). A visit only asks, since programs look at links too; its form posts (form-routes.tsx).
 */
export const unsubscribeRoute = (ctx: Ctx) =>
  page(ctx, { path: '/unsubscribe', viewer: optional, query: { key: 100 } }, ({ query: { key = '' } }) => ({
    head: unsubscribeHead,
    main: (
      <UnsubscribePage
        action={`/unsubscribe?${new URLSearchParams({ key })}`}
        isDone={false}
        artist={listOfKey(ctx, key)}
      />
    ),
    ...secretPage,
  }))
