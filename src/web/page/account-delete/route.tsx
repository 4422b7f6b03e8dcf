import { waysToProve } from '../../../account/passkey/prove-owner.ts'
import type { Ctx } from '../../../context.ts'
import { obstaclesTo, owedWords } from '../../../operate/deletion/obstacles.ts'
import { page, required } from '../../page.tsx'
import { formHead } from '../../parts/form-layout.tsx'
import { AccountDeletePage } from './page.tsx'

/** `/account/delete`: what deleting the account takes away, what has to end first, and the form that does it. */
export const accountDeleteRoute = (ctx: Ctx) =>
  page(ctx, { path: '/account/delete', viewer: required }, ({ viewer }) => ({
    head: formHead('Delete your account', 'Delete your account on this site.', '/account/delete'),
    main: (
      <AccountDeletePage
        obstacles={obstaclesTo(ctx, viewer)}
        owed={owedWords(ctx, viewer)}
        handle={viewer.handle}
        {...waysToProve(ctx, viewer.userId)}
      />
    ),
  }))
