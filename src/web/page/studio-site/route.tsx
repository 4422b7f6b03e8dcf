import type { Ctx } from '../../../context.ts'
import { readOwnerNotes } from '../../../operate/doctor/owner-notes.ts'
import { ownerOnly, page } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioSitePage } from './page.tsx'

/** `/studio/site`: what the doctor says about the site's address, mail, payments and sign-up, for the owner of the instance. */
export const studioSiteRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/site', viewer: ownerOnly }, async ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const isDemo = ctx.config.addressName === 'DEMO_URL'
    return {
      head: studioHead(ctx, look, { title: 'Site', description: 'How your site is set up.', path: '/studio/site' }),
      main: <StudioSitePage look={look} notes={await readOwnerNotes(ctx)} isDemo={isDemo} />,
    }
  })
