import type { Room } from '../room.ts'
import { sweepPictureJob } from './share-picture/cached-picture.ts'

export const webRoom = {
  routes: async () => ({
    unlimited: [(await import('./routes.ts')).webFiles],
    others: [
      (await import('./embed/routes.tsx')).embed,
      (await import('./share-picture/routes.ts')).sharePicture,
      (await import('./printed-card/routes.tsx')).printedCard,
      (await import('./openapi/routes.tsx')).openapi,
      (await import('./page-routes.ts')).allPages,
    ],
    doors: [(await import('./form-routes.tsx')).formRoutes],
  }),
  jobs: [sweepPictureJob],
} satisfies Room
