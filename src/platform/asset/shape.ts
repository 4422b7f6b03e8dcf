import { type Static, t } from 'elysia'

/** A picture with its sizes and its dominant colour. */
export const Cover = t.Object({
  url: t.String(),
  variants: t.Array(t.Object({ url: t.String(), width: t.Integer(), type: t.String() })),
  color: t.String(),
})

export type Cover = Static<typeof Cover>
