import { type Static, t } from 'elysia'

export const Cover = t.Object({
  url: t.String(),
  variants: t.Array(t.Object({ url: t.String(), width: t.Integer(), type: t.String() })),
  color: t.String(),
})

export type Cover = Static<typeof Cover>
