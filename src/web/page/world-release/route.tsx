import { isHandle } from '../../../account/handle.ts'
import { termsOfRelease } from '../../../casset/usage/read-terms.ts'
import { usageHeaders } from '../../../casset/usage/usage-headers.ts'
import type { Ctx } from '../../../context.ts'
import { addresses } from '../../../release/rendering/addresses.ts'
import { renderedFrom } from '../../answer-page.tsx'
import { movedTo, optional, page } from '../../page.tsx'
import { WorldReleasePage } from './page.tsx'
import { readReleaseView } from './view.ts'

/** `/@handle/releases/{id}`: what anybody may know of a release, and the key that verifies it. */
export const worldReleaseRoute = (ctx: Ctx) =>
  page(ctx, { path: '/@:handle/releases/:id', viewer: optional }, ({ params }) => {
    const { id } = params
    const handle = (params.handle ?? '').toLowerCase()
    if (isHandle(handle) && params.handle !== handle) return movedTo(`/@${handle}/releases/${encodeURIComponent(id)}`)
    const { view, isListed, theme, sheet, structured } = readReleaseView(ctx, handle, id)
    const { release, artist } = view
    return {
      head: {
        title: `${release.title} by ${artist.displayName} · Tapedeck`,
        description: `Who made ${release.title}, what you may do with it, and proof that nobody has changed it.`,
        path: `/@${handle}/releases/${id}`,
        sheet: 'forms',
        theme: sheet,
        isHidden: !isListed,
        structured,
        license: addresses.licenseOf(release.id),
      },
      ...renderedFrom(WorldReleasePage, { view }),
      headers: usageHeaders(termsOfRelease(ctx, release.id)),
      foot: { theme: theme.footerTheme },
    }
  })
