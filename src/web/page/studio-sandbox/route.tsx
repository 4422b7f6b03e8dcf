import type { Ctx } from '../../../context.ts'
import { listCredentials, mostOfPerson } from '../../../machine/sandbox/credential.ts'
import { page, required } from '../../page.tsx'
import { ownLook, studioHead } from '../../parts/studio-layout.tsx'
import { StudioSandboxPage } from './page.tsx'

/** `/studio/sandbox`: credentials for programs that try the public API. */
export const studioSandboxRoute = (ctx: Ctx) =>
  page(ctx, { path: '/studio/sandbox', viewer: required }, ({ viewer }) => {
    const look = ownLook(ctx, viewer)
    const { credentials } = listCredentials(ctx, viewer, mostOfPerson)
    const description = 'Credentials for programs that try the public API.'
    return {
      head: studioHead(ctx, look, { title: 'Sandbox', description, path: '/studio/sandbox' }),
      main: <StudioSandboxPage look={look} credentials={credentials} origin={ctx.site.origin} />,
    }
  })
