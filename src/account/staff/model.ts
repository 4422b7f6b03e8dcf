import { type Static, t } from 'elysia'
import { closed, Handle, OneOf } from '../../platform/http/request/schema.ts'
import { helperRoles } from '../../platform/http/session/desk-role.ts'

export const Helper = t.Object({
  userId: t.String(),
  handle: Handle,
  displayName: t.String(),
  email: t.String(),
  helps: OneOf(helperRoles),
})

export const Helpers = t.Object({ helpers: t.Array(Helper) })

/** Body of PUT /api/desk/helpers: an account by its handle or email address, and its work. */
export const NewHelper = t.Object(
  {
    account: t.String({ minLength: 1, maxLength: 320, description: 'a handle or an email address' }),
    helps: OneOf(helperRoles),
  },
  closed,
)

export type Helper = Static<typeof Helper>
export type NewHelper = Static<typeof NewHelper>
