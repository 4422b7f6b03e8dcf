import type { Ctx } from '../../../context.ts'
import { myLinks } from '../../../money/referral/my-links.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { LinksPage } from './page.tsx'

const linksOnPage = 50

/** `/links`: the viewer's referral links. */
export const linksRoute = (ctx: Ctx) =>
  page(ctx, { path: '/links', viewer: required, query: { cursor: 200 } }, ({ viewer, query: { cursor } }) => ({
    head: formHead('Your links', 'Who came by your links.', '/links'),
    main: <LinksPage {...myLinks(ctx, viewer, linksOnPage, cursor)} isTurned={cursor !== undefined} />,
  }))
