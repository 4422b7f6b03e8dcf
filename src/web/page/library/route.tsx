import { setImmediate } from 'node:timers/promises'
import { offeredFormats } from '../../../casset/audio/convert/host-encoders.ts'
import type { Ctx } from '../../../context.ts'
import { say } from '../../../lib/language/say.ts'
import { longest } from '../../../lib/text/longest.ts'
import { page, required } from '../../page.tsx'
import { returnableById } from '../../parts/checkout/give-back.tsx'
import { formHead } from '../../parts/sign-up/form-layout.tsx'
import { giftsOf } from './gifts.tsx'
import { licensesOf } from './licenses.tsx'
import { LibraryPage } from './page.tsx'
import { supportsOf } from './supports.tsx'
import { findSpines, readShelf, readSingles, shelfSearchOf } from './view.ts'

/** Below the tapes. */
const sections = [supportsOf, giftsOf, licensesOf]
const query = { cursor: 200, q: longest.pastedQuery, order: 10, page: 6 } as const

/** `/library`: the viewer's collected cassets. */
export const libraryRoute = (ctx: Ctx) =>
  page(ctx, { path: '/library', viewer: required, query }, async ({ viewer, query: { cursor, ...asked } }) => {
    const search = shelfSearchOf(asked)
    const shelf = search ? findSpines(ctx, viewer, search) : readShelf(ctx, viewer, cursor)
    const isWhole = cursor === undefined && search === null
    const singles = isWhole ? readSingles(ctx, viewer) : []
    const besides = isWhole ? sections.map((sectionOf) => sectionOf(ctx, viewer)) : null
    // Other requests are served between reading the tapes and drawing them.
    await setImmediate()
    return {
      head: formHead(say('Library'), say('All the music you have.'), '/library'),
      main: (
        <LibraryPage
          {...shelf}
          singles={singles}
          givesBack={new Map(singles.map(({ orderId }) => [orderId, returnableById(ctx, orderId)]))}
          formats={offeredFormats(ctx)}
          isTurned={cursor !== undefined}
        >
          {besides}
        </LibraryPage>
      ),
    }
  })
