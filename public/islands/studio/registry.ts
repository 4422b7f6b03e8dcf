import { type Draw, late } from '../registry.ts'

/** The islands of the studio by name: a chunk of its own, since public pages need none of their names. */
export const studioIslands = {
  'studio/clips/clips': late(() => import('./clips/clips.tsx')),
  'studio/drops/new-drop': late(() => import('./drops/new-drop.tsx')),
  'studio/drops/run': late(() => import('./drops/run.tsx')),
  'studio/codes/codes': late(() => import('./codes/codes.tsx')),
  'studio/releases/new-release': late(() => import('./releases/new-release.tsx')),
  'studio/releases/release': late(() => import('./releases/release.tsx')),
  'studio/sandbox/credentials': late(() => import('./sandbox/credentials.tsx')),
  'studio/files/files': late(() => import('./files/files.tsx')),
  'studio/accounts/accounts': late(() => import('./accounts/accounts.tsx')),
  'studio/sales/disputes': late(() => import('./sales/disputes.tsx')),
  'studio/sales/sales': late(() => import('./sales/sales.tsx')),
  'studio/sellers/sellers': late(() => import('./sellers/sellers.tsx')),
  'studio/payouts/ask-to-sell': late(() => import('./payouts/ask-to-sell.tsx')),
  'studio/payouts/dashboard': late(() => import('./payouts/dashboard.tsx')),
  'studio/payouts/onboard': late(() => import('./payouts/onboard.tsx')),
  'studio/tax/tax-form': late(() => import('./tax/tax-form.tsx')),
  'studio/studio': late(() => import('./studio.tsx')),
  'studio/together/make': late(() => import('./together/make.tsx')),
  'studio/together/co-casset': late(() => import('./together/co-casset.tsx')),
  'studio/room/moderation': late(() => import('./room/moderation.tsx')),
  'studio/emoji/emoji': late(() => import('./emoji/emoji.tsx')),
  'studio/invitations/invitations': late(() => import('./invitations/invitations.tsx')),
} satisfies Readonly<Record<string, () => Promise<Draw>>>
